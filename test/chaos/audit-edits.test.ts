import { describe, expect, it } from 'vitest';
import { answerOf, auditOf, type Case, counted, jobOf, paymentOf } from './audit-scenario.ts';
import type { JobAnswer } from './client.ts';
import { editedJob } from './plan-edits.ts';
import type { PlannedJob } from './plan-jobs.ts';
import { splitEdits } from './split-edits.ts';

const job = jobOf({
  edit: {
    ...{ when: 'signed', wallet: 'other', amount: 60_000_000n, minOut: 48n },
    receiver: '0x00000000000000000000000000000000000000Ef',
  },
});
const edited = editedJob(job) as PlannedJob;
const paid = paymentOf(job, '0x1');
const paidAsEdited = paymentOf(edited, '0x2');
const settled = { ...answerOf('settled', [{ txId: '0x2' }], { id: 'swap-2' }) };

/** What the API says of an edited job: `old` is the swap that was replaced. */
const toldOf = (old: JobAnswer, latest: JobAnswer = settled): JobAnswer => ({
  ...latest,
  swap: { ...latest.swap, replaces: old.swap.id },
  earlier: [old, ...old.earlier],
});

function auditEdit(told: JobAnswer, rest: Omit<Case, 'job' | 'others' | 'api'> = {}) {
  const split = splitEdits([job], new Map([[job.key, told]]));
  const [first, ...others] = split.jobs.map((one) => {
    const api = split.api.get(one.key);
    return api ? { job: one, api } : { job: one };
  });
  return auditOf({ ...first, others, ...rest });
}

const unpaid = answerOf('cancelled', [], { fundsState: 'untouched' });

describe('an audit of an edited job', () => {
  it('counts what was replaced unpaid beside the job that has its place', () => {
    const found = auditEdit(toldOf(unpaid), { outgoing: [paidAsEdited], received: 49n });
    expect(counted(found)).toEqual({ edited: 1, paidOnce: 1 });
  });

  it('counts two payments as paid twice, of whatever wallets and amounts they are', () => {
    const old = answerOf('cancelled', [{ txId: '0x1' }], { fundsState: 'untouched' });
    const found = auditEdit(toldOf(old), { outgoing: [paid, paidAsEdited], received: 49n });
    expect(counted(found)).toMatchObject({ paidTwice: 1, paidOnce: 1 });
  });

  it('notices that the replaced one has paid, and not the edited one', () => {
    const old = answerOf('cancelled', [{ txId: '0x1' }], { fundsState: 'untouched' });
    const latest = answerOf('quoted', [], { id: 'swap-2', fundsState: 'untouched' });
    const found = auditEdit(toldOf(old, latest), { outgoing: [paid] });
    expect(counted(found)).toEqual({ paidButReportedFailed: 1, open: 1 });
  });

  it('counts one whose edit was refused as it was, and what pays the edit as unexplained', () => {
    const api = answerOf('settled', [{ txId: '0x1' }]);
    expect(counted(auditEdit(api, { outgoing: [paid], received: 49n }))).toEqual({ paidOnce: 1 });
    const both = { outgoing: [paid, paidAsEdited], received: 49n };
    expect(counted(auditEdit(api, both))).toEqual({ paidOnce: 1, unexplained: 1 });
  });

  it('leaves retries to the job that they try again', () => {
    const first = answerOf('cancelled', [], { id: 'swap-0', fundsState: 'untouched' });
    const old = answerOf('cancelled', [], { fundsState: 'untouched', earlier: [first] });
    const failed = answerOf('failed', [], { id: 'swap-2', fundsState: 'untouched' });
    const told = toldOf(old, failed);
    const latest = { ...settled, swap: { ...settled.swap, id: 'swap-3', retryOf: 'swap-2' } };
    const { api } = splitEdits(
      [job],
      new Map([[job.key, { ...latest, earlier: [told, ...told.earlier] }]]),
    );
    const idsOf = (key: string) => api.get(key)?.earlier.map(({ swap }) => swap.id);
    expect([idsOf(job.key), idsOf(edited.key)]).toEqual([['swap-0'], ['swap-2']]);
  });

  it('finds a swap beside the one that has the place', () => {
    const told = { ...toldOf(unpaid), beside: ['swap-9'] };
    const found = auditEdit(told, { outgoing: [paidAsEdited], received: 49n });
    expect(counted(found)).toEqual({ edited: 1, paidOnce: 1, forks: 1 });
  });
});
