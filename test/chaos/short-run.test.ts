import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/cli/time-limit.ts';
import { faultKinds } from './faults.ts';
import { runChaos } from './run-chaos.ts';

/** Restores and foreign use leave jobs to persons, and take half a minute to see that nothing moves any more. */
const faults = faultKinds.filter((kind) => kind !== 'restore' && kind !== 'foreign');

const run = {
  jobs: 16,
  faults,
  embedded: false,
  everyPoint: false,
  log: () => undefined,
} as const;

const clean = {
  paidTwice: 0,
  lost: 0,
  open: 0,
  needsReview: 0,
  paidButReportedFailed: 0,
  unpaidButReportedSettled: 0,
  unexplained: 0,
  nonceGaps: 0,
  findings: [],
};

describe('real processes under all faults that leave every job to Ferryman', () => {
  it('pay every job once or get it refunded', { timeout: 300_000 }, async () => {
    const result = await runChaos({ ...run, seed: 20, interrupted: timeLimit(270_000) });
    expect(result.audit).toMatchObject(clean);
    expect(result.audit.paidOnce + result.audit.refunded).toBe(16);
    expect(result.faulty).toEqual([]);
    expect(Object.keys(result.faults).sort()).toEqual([...faults].sort());
  });
});

/** In the smaller form, and with the faults that each law is there for. */
const turnedOff = [
  ['send-before-journal', ['kill'], 'unexplained'],
  ['new-lease-on-unknown', ['drop'], 'paidTwice'],
  ['ignore-idempotency', ['drop'], 'paidTwice'],
  ['revert-is-final', ['reorg'], 'paidTwice'],
] as const;

describe.each(turnedOff)('with the law %s turned off', (sabotage, struck, told) => {
  it(`a run with the faults ${struck} tells of it as ${told}, on one seed in five`, { timeout: 600_000 }, async () => {
    const found: unknown[] = [];
    for (let seed = 1; seed <= 5; seed += 1) {
      // What it has broken may never come to rest; where starting takes long, that is time as well.
      const interrupted = timeLimit(110_000);
      const small = { ...run, jobs: 10, embedded: true, interrupted };
      const { audit } = await runChaos({ ...small, seed, faults: struck, sabotage });
      if (audit[told] > 0) return;
      found.push(audit);
    }
    expect(found, 'nothing was noticed').toEqual([]);
  });
});
