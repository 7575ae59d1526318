import { expect, it } from 'vitest';
import { unsealedItem } from '../../../src/core/approvals/unsealed-job.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { JobAuthenticity } from '../../../src/core/swap/job-seal.ts';
import { testGuard } from '../../support/guard-policy.ts';
import { aJob } from '../../support/snapshot.ts';
import { aSwapRequest } from '../scenario.ts';

const sealable = { id: 'swap-1' as SwapId, idempotencyKey: 'key-1', job: aJob() };
const unsealed = { kind: 'unsealed', sealable } as const;

const judged = (authenticity: JobAuthenticity) => {
  const verdict = testGuard.judge(aSwapRequest({ request: { authenticity } }));
  return verdict.kind === 'allow'
    ? verdict.kind
    : [verdict.kind, verdict.findings.map(({ rule }) => rule)];
};

it('lets a sealed job pass', () => {
  expect(judged({ kind: 'sealed', by: 'library' })).toBe('allow');
});

it('holds a job that was stored without a seal', () => {
  expect(judged(unsealed)).toEqual(['hold', ['G13']]);
});

it('holds it whatever the database says that persons have admitted', () => {
  const admitted = [unsealedItem(sealable)];
  const request = aSwapRequest({ request: { authenticity: unsealed, admitted } });
  expect(testGuard.judge(request).kind).toBe('hold');
});

it('names what the person would seal: this job and no other', () => {
  const verdict = testGuard.judge(aSwapRequest({ request: { authenticity: unsealed } }));
  const [item] = verdict.kind === 'allow' ? [] : verdict.findings.map((finding) => finding.item);
  const { from, receiver, refundAddress } = sealable.job;
  for (const part of [`1000 of ${from.token} on ETH, of 6 decimals`, receiver, refundAddress])
    expect(item).toMatchObject({ what: expect.stringContaining(part) as string });
  const deadline = sealable.job.deadline + 1;
  const other = { ...sealable, job: { ...sealable.job, deadline } };
  expect(unsealedItem(other).what).not.toBe(unsealedItem(sealable).what);
});

it('refuses a changed job, and one whose swap has ended', () => {
  expect(judged({ kind: 'forged' })).toEqual(['reject', ['G13']]);
  expect(judged({ kind: 'sealed', by: 'library', ended: 'settled' })).toEqual(['reject', ['G13']]);
});

it('refuses a job of which nothing is known', () => {
  expect(judged(undefined as never)).toEqual(['reject', ['G13']]);
});

it('cancels whatever is wrong with the job', () => {
  const cancel = aSwapRequest({
    request: { intent: { kind: 'cancel' }, authenticity: { kind: 'forged' } },
  });
  const verdict = testGuard.judge(cancel);
  expect(verdict.rules).not.toContain('G13');
});
