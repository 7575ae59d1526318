import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/cli/time-limit.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { runChaos } from './run-chaos.ts';

/** In the smaller form, and with the faults that each law is there for. */
const turnedOff = [
  ['send-before-journal', 'evm', ['kill'], 'unexplained'],
  ['new-lease-on-unknown', 'evm', ['drop'], 'paidTwice'],
  ['new-lease-on-unknown', 'ton', ['drop'], 'paidTwice'],
  // No nonce keeps the two apart, so that the lost one lands as well.
  ['new-lease-on-unknown', 'tron', ['drop'], 'paidTwice'],
  ['new-lease-on-unknown', 'solana', ['drop'], 'paidTwice'],
  ['new-lease-on-unknown', 'bitcoin', ['drop'], 'paidTwice'],
  ['ignore-idempotency', 'evm', ['drop'], 'paidTwice'],
  ['revert-is-final', 'evm', ['reorg'], 'paidTwice'],
] as const;

/** The first two plan a kill right after a signature, which few do, and without which the first law is hardly missed. */
const seeds = [7, 6, 8, 9, 10];

describe.each(turnedOff)('with the law %s turned off, on chains of %s', (sabotage, family, struck, told) => {
  it(`a run with the faults ${struck} tells of it as ${told}, on one seed in five`, { timeout: 600_000 }, async () => {
    const missed: unknown[] = [];
    for (const seed of seeds) {
      const { audit } = await runChaos({
        family,
        jobs: 6,
        seed,
        faults: struck,
        payIn: 'native',
        embedded: true,
        everyPoint: false,
        sabotage,
        // What it has broken may never come to rest, and then another seed tells sooner.
        interrupted: timeLimit(45_000),
        isFound: (found) => found[told] > 0,
        makeJournal: copyJournalTemplate,
        log: () => undefined,
      });
      if (audit[told] > 0) return;
      missed.push(audit);
    }
    expect(missed, 'nothing was noticed').toEqual([]);
  });
});
