import { describe, expect, it } from 'vitest';
import { faultKinds } from './faults.ts';
import { runChaos } from './run-chaos.ts';

/** Restores and foreign use leave jobs to persons, and take half a minute to see that nothing moves any more. */
const faults = faultKinds.filter((kind) => kind !== 'restore' && kind !== 'foreign');

const run = {
  jobs: 16,
  faults,
  embedded: false,
  everyPoint: false,
  interrupted: AbortSignal.timeout(160_000),
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
  it('pay every job once or get it refunded', async () => {
    const result = await runChaos({ ...run, seed: 20 });
    expect(result.audit).toMatchObject(clean);
    expect(result.audit.paidOnce + result.audit.refunded).toBe(16);
    expect(result.faulty).toEqual([]);
    expect(Object.keys(result.faults).sort()).toEqual([...faults].sort());
  });
});

/** In the smaller form, and with the faults that each law is there for. */
const turnedOff = [
  ['send-before-journal', ['kill']],
  ['new-lease-on-unknown', ['drop']],
  ['ignore-idempotency', ['drop']],
  ['revert-is-final', ['reorg']],
] as const;

describe.each(turnedOff)('with the law %s turned off', (sabotage, struck) => {
  it('a run tells of double payments, or of transactions that nothing explains, on one seed in five', async () => {
    const found: unknown[] = [];
    for (let seed = 1; seed <= 5; seed += 1) {
      // What it has broken may never come to rest.
      const interrupted = AbortSignal.timeout(30_000);
      const small = { ...run, jobs: 10, embedded: true, interrupted };
      const { audit } = await runChaos({ ...small, seed, faults: struck, sabotage });
      if (audit.paidTwice + audit.lost + audit.unexplained > 0) return;
      found.push(audit);
    }
    expect(found, 'nothing was noticed').toEqual([]);
  });
});
