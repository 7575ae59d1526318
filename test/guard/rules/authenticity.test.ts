import { expect, it } from 'vitest';
import type { JobAuthenticity } from '../../../src/core/swap/job-seal.ts';
import { testGuard } from '../../support/guard-policy.ts';
import { aSwapRequest } from '../scenario.ts';

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
  expect(judged({ kind: 'unsealed' })).toEqual(['hold', ['G13']]);
});

it('holds it whatever the database says that persons have admitted', () => {
  const admitted = [{ kind: 'finding', rule: 'G13', what: 'unsealed' }] as const;
  const request = aSwapRequest({ request: { authenticity: { kind: 'unsealed' }, admitted } });
  expect(testGuard.judge(request).kind).toBe('hold');
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
