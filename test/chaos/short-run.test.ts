import { describe, expect, it } from 'vitest';
import { faultKinds } from './faults.ts';
import { runChaos } from './run-chaos.ts';

/** Restores and foreign use leave jobs to persons, and take half a minute to see that nothing moves any more. */
const faults = faultKinds.filter((kind) => kind !== 'restore' && kind !== 'foreign');

const run = {
  jobs: 16,
  faults,
  embedded: false,
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

  it('are seen to pay twice when the law about idempotency keys is turned off', async () => {
    const result = await runChaos({ ...run, jobs: 10, seed: 1, faults: ['drop'], sabotage: 'ignore-idempotency' });
    expect(result.audit.paidTwice).toBeGreaterThan(0);
  });
});
