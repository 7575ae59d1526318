import { describe, expect, it } from 'vitest';
import { judgeCancel } from '../../../src/core/operator/judge-cancel.ts';
import { judgeReplacement } from '../../../src/core/operator/judge-replacement.ts';
import { judgeRetry, renewJob } from '../../../src/core/operator/judge-retry.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { latestDeadline } from '../../../src/core/swap/job.ts';
import type {
  Attempt,
  LeaseState,
  Snapshot,
  Step,
  StepOutcome,
  Swap,
} from '../../../src/core/swap/swap.ts';
import {
  aJob,
  aLease,
  anAttempt,
  aSnapshot,
  aStep,
  aSwap,
  final,
  included,
  noon,
} from '../../support/snapshot.ts';

const policy = { maxGenerations: 3 };

function payment(
  outcome: StepOutcome,
  state: LeaseState,
  attempts: Attempt[] = [anAttempt()],
): Step {
  return aStep({ outcome, lease: aLease(attempts, { state }) });
}
const open = payment('open', 'signed');
const landed = payment('landed', 'consumed', [anAttempt({ inclusion: final })]);
const reverted = payment('reverted_final', 'consumed');
const stranger = payment('dead', 'dead');
const approving = aStep({ kind: 'approve', lease: aLease([anAttempt()]) });

type Case = [name: string, swap: Partial<Swap>, steps: Step[], cancel: string, retry: string];

const cases: Case[] = [
  ['not begun', {}, [], 'end', 'new_order'],
  ['waiting for a person', { state: 'needs_review' }, [], 'end', 'new_order'],
  ['waiting for an approval', { state: 'awaiting_approval' }, [], 'end', 'new_order'],
  [
    'between lease and commit',
    { state: 'quoted' },
    [payment('open', 'held', [])],
    'end',
    'new_order',
  ],
  [
    'with a lease given back',
    { state: 'quoted' },
    [payment('open', 'void', [])],
    'end',
    'new_order',
  ],
  ['with an approve on its way', { state: 'quoted' }, [approving], 'request', 'new_order'],
  ['with a payment on its way', { state: 'executing' }, [open], 'request', 'PAYMENT_MAY_LAND'],
  [
    'with a payment on its way that waits',
    { state: 'needs_review' },
    [open],
    'request',
    'PAYMENT_MAY_LAND',
  ],
  [
    'with a payment that failed, but not for good',
    { state: 'settling' },
    [payment('open', 'signed', [anAttempt({ inclusion: { ...included, succeeded: false } })])],
    'request',
    'PAYMENT_MAY_LAND',
  ],
  [
    'with a cancel that is included, but not for good',
    { state: 'executing' },
    [
      payment('open', 'signed', [
        anAttempt(),
        anAttempt({ seq: 2, kind: 'cancel', inclusion: included }),
      ]),
    ],
    'request',
    'PAYMENT_MAY_LAND',
  ],
  ['with a payment that failed for good', { state: 'executing' }, [reverted], 'end', 'new_order'],
  [
    'with the last allowed payment failed',
    { state: 'executing' },
    [reverted, reverted, reverted],
    'end',
    'RETRIES_SPENT',
  ],
  [
    'with another payment after one that failed',
    { state: 'executing' },
    [reverted, open],
    'request',
    'PAYMENT_MAY_LAND',
  ],
  [
    'with a payment that landed',
    { state: 'settling' },
    [reverted, landed],
    'PAYMENT_LANDED',
    'PAYMENT_LANDED',
  ],
  [
    'with a nonce that an external transaction used',
    { state: 'needs_review' },
    [stranger],
    'FUNDS_UNKNOWN',
    'FUNDS_UNKNOWN',
  ],
  [
    'to be cancelled',
    { state: 'quoted', cancelRequestedAt: noon },
    [approving],
    'request',
    'CANCEL_PENDING',
  ],
  [
    'to be cancelled, and paid',
    { state: 'executing', cancelRequestedAt: noon },
    [open],
    'request',
    'PAYMENT_MAY_LAND',
  ],
  ['failed', { state: 'failed' }, [reverted], 'SWAP_ENDED', 'new_swap'],
  [
    'failed too often',
    { state: 'failed' },
    [reverted, reverted, reverted],
    'SWAP_ENDED',
    'new_swap',
  ],
  ['expired', { state: 'expired' }, [], 'SWAP_ENDED', 'new_swap'],
  ['cancelled', { state: 'cancelled', cancelRequestedAt: noon }, [], 'cancelled', 'new_swap'],
  ['failed after a stranger', { state: 'failed' }, [stranger], 'FUNDS_UNKNOWN', 'FUNDS_UNKNOWN'],
  [
    'failed, nobody knows how',
    { state: 'failed', fundsState: 'unknown' },
    [],
    'FUNDS_UNKNOWN',
    'FUNDS_UNKNOWN',
  ],
  [
    'failed with its money under way',
    { state: 'failed', fundsState: 'in_flight' },
    [],
    'FUNDS_UNKNOWN',
    'FUNDS_UNKNOWN',
  ],
  ['failed although it paid', { state: 'failed' }, [landed], 'PAYMENT_LANDED', 'PAYMENT_LANDED'],
  [
    'settled',
    { state: 'settled', fundsState: 'moved' },
    [landed],
    'PAYMENT_LANDED',
    'PAYMENT_LANDED',
  ],
  [
    'refunded',
    { state: 'refunded', fundsState: 'returned' },
    [landed],
    'PAYMENT_LANDED',
    'PAYMENT_LANDED',
  ],
  [
    'refunded, its payment unknown',
    { state: 'refunded', fundsState: 'untouched' },
    [],
    'PAYMENT_LANDED',
    'PAYMENT_LANDED',
  ],
];

const snapshotOf = (swap: Partial<Swap>, steps: Step[]): Snapshot =>
  aSnapshot({ swap: aSwap(swap), steps });
const meaning = (
  verdict:
    | ReturnType<typeof judgeCancel>
    | ReturnType<typeof judgeRetry>
    | ReturnType<typeof judgeReplacement>,
): string => (verdict.kind === 'refused' ? verdict.refusal.code : verdict.kind);

describe('a swap', () => {
  it.each(cases)('%s: what a cancel and a retry mean', (_name, swap, steps, cancel, retry) => {
    const snapshot = snapshotOf(swap, steps);
    expect(meaning(judgeCancel(snapshot))).toBe(cancel);
    expect(meaning(judgeRetry(snapshot, policy))).toBe(retry);
  });

  it.each(cases)('%s: may be edited just where a retry makes a new swap', (...one) => {
    const [, swap, steps, , retry] = one;
    const verdict = meaning(judgeReplacement(snapshotOf(swap, steps), undefined));
    const goesOn = ['new_order', 'RETRIES_SPENT', 'CANCEL_PENDING'].includes(retry);
    const edited = goesOn ? 'SWAP_NOT_ENDED' : retry;
    expect(verdict).toBe(retry === 'new_swap' ? 'allowed' : edited);
  });

  it('whose place another one has: is retried as that one, or not at all if it was edited', () => {
    const failed = snapshotOf({ state: 'failed' }, []);
    const later = { swapId: 'later' as SwapId, version: 1 };
    const retried = { ...later, as: 'retry' } as const;
    expect(meaning(judgeRetry(failed, { ...policy, successor: retried }))).toBe('new_swap');
    expect(meaning(judgeReplacement(failed, retried))).toBe('SWAP_RETRIED');
    const edited = { ...later, as: 'edit' } as const;
    expect(judgeRetry(failed, { ...policy, successor: edited })).toMatchObject({
      refusal: { code: 'SWAP_REPLACED', message: expect.stringContaining('later') },
    });
    expect(meaning(judgeReplacement(failed, edited))).toBe('SWAP_REPLACED');
  });

  it.each(['awaiting_deposit', 'cancelled', 'expired'] as const)(
    'with a manual deposit that a person may still pay: cannot be edited while or after it is %s',
    (state) => {
      const manual = snapshotOf({ state, job: aJob({ flow: 'deposit-by-hand' }) }, []);
      expect(meaning(judgeReplacement(manual, undefined))).toBe('PAYMENT_MAY_LAND');
    },
  );

  it('with a payment that the journal has lost: can be neither cancelled nor retried', () => {
    const snapshot = {
      ...snapshotOf({ state: 'needs_review' }, []),
      lost: { chain: 'ETH', txId: '0xaa' },
    };
    expect([meaning(judgeCancel(snapshot)), meaning(judgeRetry(snapshot, policy))]).toEqual([
      'FUNDS_UNKNOWN',
      'FUNDS_UNKNOWN',
    ]);
  });

  it.each<[string, Partial<Swap>, Step[]]>([
    ['funds are unknown', { fundsState: 'unknown' }, []],
    ['payment a stranger may have made', { fundsState: 'unknown' }, [stranger]],
    ['payment landed', { fundsState: 'unknown' }, [landed]],
  ])(
    'that a person ended as unpaid, and whose %s: says what to do instead of a retry',
    (_what, swap, steps) => {
      expect(judgeRetry(snapshotOf({ state: 'failed', ...swap }, steps), policy)).toMatchObject({
        refusal: { message: expect.stringMatching(/submit the job again under a new key$/) },
      });
    },
  );

  it('reports which payment and which proof a retry waits for', () => {
    expect(judgeRetry(snapshotOf({ state: 'executing' }, [open]), policy)).toMatchObject({
      refusal: {
        message: expect.stringMatching(
          /0xaa may still land.*proof is missing.*nonce 4 of 0x\w+ on ETH/,
        ),
      },
    });
  });
});

it('a job that is submitted again has the same duration, and is otherwise the same', () => {
  const job = aJob({ deadline: noon + 600_000 });
  const later = noon + 86_400_000;
  expect(renewJob(job, noon, later)).toEqual({ ...job, deadline: later + 600_000 });
  const patient = { ...job, deadlineIfHeld: noon + 900_000 };
  expect(renewJob(patient, noon, later).deadlineIfHeld).toBe(later + 900_000);
});

it('a job with a very late deadline keeps one that can be stored, also when it is submitted again', () => {
  const job = aJob({ deadline: latestDeadline });
  const { deadline } = renewJob(job, noon, noon + 86_400_000);
  expect(new Date(deadline).toISOString()).toBe('9999-12-31T23:59:59.999Z');
});
