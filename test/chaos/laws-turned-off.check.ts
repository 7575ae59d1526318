import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/http/time-limit.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { hangLimit } from '../support/hang-limit.ts';
import { runChaos } from './run-chaos.ts';

/**
 * In the smaller form, and with the faults that each law is there for: every sabotage once, and one
 * family for each way in which attempts exclude one another (a nonce, an expiry, a wallet's seqno).
 * `npm run chaos -- --sabotage` plays it on the others.
 */
const turnedOff = [
  ['send-before-journal', 'evm', 'wallet', ['kill'], 'unexplained'],
  ['new-lease-on-unknown', 'evm', 'wallet', ['drop'], 'paidTwice'],
  ['new-lease-on-unknown', 'ton', 'wallet', ['drop'], 'paidTwice'],
  // No nonce keeps the two apart, so that the lost one lands as well.
  ['new-lease-on-unknown', 'solana', 'wallet', ['drop'], 'paidTwice'],
  ['ignore-idempotency', 'evm', 'wallet', ['drop'], 'paidTwice'],
  ['revert-is-final', 'evm', 'wallet', ['reorg'], 'paidTwice'],
  ['leave-out-memo', 'solana', 'deposit', [], 'strayPayments'],
  ['never-too-old', 'evm', 'deposit', [], 'strayPayments'],
  ['order-again', 'evm', 'deposit', [], 'ordersAgain'],
] as const;

/**
 * The first two plan a kill right after a signature, which few do, and without which the first law
 * is hardly missed.
 */
const seeds = [7, 6, 8, 9, 10];

describe.each(turnedOff)(
  'with the law %s turned off, on chains of %s, flow %s',
  (sabotage, family, flow, struck, told) => {
    it(`a run with the faults ${struck.join() || 'none'} tells of it as ${told}, on one seed in five`, {
      timeout: (seeds.length + 1) * hangLimit,
    }, async () => {
      const missed: unknown[] = [];
      for (const [index, seed] of seeds.entries()) {
        const { audit } = await runChaos({
          family,
          flow,
          jobs: 6,
          seed,
          faults: struck,
          payIn: 'native',
          embedded: true,
          everyPoint: false,
          sabotage,
          // What it has broken may never come to rest, and then another seed tells sooner; each
          // gets twice the time, for slow machines.
          interrupted: timeLimit(Math.min(45_000 * 2 ** index, hangLimit)),
          isFound: (found) => found[told] > 0,
          makeJournal: copyJournalTemplate,
          log: () => undefined,
        });
        if (audit[told] > 0) return;
        missed.push(audit);
      }
      expect(missed, 'nothing was noticed').toEqual([]);
    });
  },
);
