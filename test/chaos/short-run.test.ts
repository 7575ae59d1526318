import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/http/time-limit.ts';
import { hangLimit } from '../support/hang-limit.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { runChaos } from './run-chaos.ts';

/** Foreign use leaves jobs to persons, and a restore of so short a run may forget nothing. */
const leftOut: readonly FaultKind[] = ['restore', 'foreign'];
/** What a chain of the EVM cannot be struck by. */
const ofOthers: readonly FaultKind[] = ['evict'];
const faults = faultKinds.filter((kind) => !leftOut.includes(kind) && !ofOthers.includes(kind));

const clean = {
  paidTwice: 0,
  lost: 0,
  open: 0,
  needsReview: 0,
  ambiguous: 0,
  paidButReportedFailed: 0,
  unpaidButReportedSettled: 0,
  unexplained: 0,
  nonceGaps: 0,
  misattributed: 0,
  strayPayments: 0,
  findings: [],
};

describe('real processes under all faults that leave every job to Ferryman', () => {
  it('pay every job once or get it refunded', async () => {
    const result = await runChaos({
      family: 'evm',
      flow: 'wallet',
      jobs: 10,
      seed: 20,
      faults,
      embedded: false,
      everyPoint: false,
      log: () => undefined,
      interrupted: timeLimit(hangLimit),
    });
    expect(result.audit).toMatchObject(clean);
    expect(result.audit.paidOnce + result.audit.refunded).toBe(10);
    expect(result.faulty).toEqual([]);
    expect(result.missed).toEqual([]);
    expect(Object.keys(result.faults).sort()).toEqual([...faults].sort());
  });
});
