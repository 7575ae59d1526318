import { assertNever } from '../assert-never.ts';
import type { Policy } from '../decide/policy.ts';
import type { Job } from '../swap/job.ts';
import { type Reason, type Snapshot, wantsPerson } from '../swap/swap.ts';
import type { BulkKind } from './bulk-action.ts';
import { judgeCancel } from './judge-cancel.ts';
import { judgeRetry } from './judge-retry.ts';
import type { Successor } from './successor.ts';

/** Why a bulk action leaves a swap alone that a single act would not refuse. */
type BulkSkip =
  | 'ALREADY_RETRIED'
  | 'ALREADY_CANCELLED'
  | 'CANCELLED'
  | 'IN_PROGRESS'
  | 'NO_LONGER_MATCHES';

/** What a bulk action would do to a swap now. */
export interface BulkVerdict {
  /** Absent: it would be done. */
  skip?: Reason;
  /** Whether something of the swap may have been sent. */
  mayHaveSent: boolean;
}

/** A swap whose turn has come, or may come. */
export interface BulkSubject {
  snapshot: Snapshot;
  successor?: Successor;
}

export interface BulkRules extends Pick<Policy, 'maxGenerations'> {
  action: BulkKind;
  /** As it was given. */
  filter: Readonly<Record<string, string>>;
  /** When the action was created, in milliseconds since the epoch. Absent: it is not yet. */
  createdAt?: number;
  /** Why the API key may not change such a swap. */
  outOfReach(job: Job): Reason | undefined;
}

/**
 * Judges a swap of a bulk action, for the preview as when its turn has come. It is stricter than a
 * single act. A filter also matches swaps that go on by themselves, and a new order would only set
 * them back. A person has not looked at a swap that another act or the chain has moved on since.
 */
export function judgeBulk(subject: BulkSubject, rules: BulkRules): BulkVerdict {
  const forbidden = rules.outOfReach(subject.snapshot.swap.job);
  if (forbidden) return { skip: forbidden, mayHaveSent: false };
  const verdict = judgeAct(subject, rules);
  if (verdict.skip || stillMatches(subject.snapshot, rules.filter)) return verdict;
  const { state, reason } = subject.snapshot.swap;
  const why = reason ? ` (${reason.code})` : '';
  const message = `it is ${state}${why} now, and the filter does not match it any more`;
  return { ...skipped('NO_LONGER_MATCHES', message), mayHaveSent: verdict.mayHaveSent };
}

function judgeAct(subject: BulkSubject, rules: BulkRules): BulkVerdict {
  switch (rules.action) {
    case 'retry':
      return judgeRetryInBulk(subject, rules);
    case 'cancel':
      return judgeCancelInBulk(subject.snapshot);
    default:
      return assertNever(rules.action, 'bulk action');
  }
}

/** Of the conditions of a filter, those that change while a swap waits for its turn. */
function stillMatches({ swap }: Snapshot, { state, fundsState, error }: BulkRules['filter']) {
  return (
    (state === undefined || names(state).includes(swap.state)) &&
    (fundsState === undefined || names(fundsState).includes(swap.fundsState)) &&
    (error === undefined || swap.reason?.code === error)
  );
}

/** Of a list as filters have them. */
function names(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}

function judgeRetryInBulk({ snapshot, successor }: BulkSubject, rules: BulkRules): BulkVerdict {
  if (successor?.as === 'retry')
    return skipped('ALREADY_RETRIED', `the swap ${successor.swapId} tries its job again`);
  const verdict = judgeRetry(snapshot, { ...rules, successor });
  if (verdict.kind === 'refused') return refused(verdict.refusal);
  const { state, reason } = snapshot.swap;
  if (state === 'cancelled') return judgeRetryOfCancelled(snapshot, rules);
  if (verdict.kind === 'new_order' && !wantsPerson(state) && !reason)
    return skipped('IN_PROGRESS', `it is ${state} and goes on by itself`);
  return { mayHaveSent: false };
}

/** Who cancels a swap wants it unpaid: it takes a word to the contrary that knows of the cancel. */
function judgeRetryOfCancelled(
  { swap }: Snapshot,
  { filter: { state }, createdAt }: BulkRules,
): BulkVerdict {
  if (state === undefined || !names(state).includes('cancelled'))
    return skipped('CANCELLED', 'it is cancelled, and the filter does not name that state');
  if (createdAt !== undefined && swap.updatedAt >= createdAt)
    return skipped('CANCELLED', 'it was cancelled or changed after the bulk action was created');
  return { mayHaveSent: false };
}

function judgeCancelInBulk(snapshot: Snapshot): BulkVerdict {
  const verdict = judgeCancel(snapshot);
  switch (verdict.kind) {
    case 'cancelled':
      return skipped('ALREADY_CANCELLED', 'it is cancelled');
    case 'refused':
      return refused(verdict.refusal);
    case 'end':
    case 'request':
      if (snapshot.swap.cancelRequestedAt !== undefined)
        return {
          skip: { code: 'CANCEL_PENDING', message: 'it is being cancelled' },
          mayHaveSent: verdict.kind === 'request',
        };
      return { mayHaveSent: verdict.kind === 'request' };
    default:
      return assertNever(verdict, 'cancel verdict');
  }
}

const maySend: ReadonlySet<string> = new Set([
  'PAYMENT_LANDED',
  'PAYMENT_MAY_LAND',
  'FUNDS_UNKNOWN',
]);

function refused({ code, message }: Reason): BulkVerdict {
  return { skip: { code, message }, mayHaveSent: maySend.has(code) };
}

function skipped(code: BulkSkip, message: string): BulkVerdict {
  return { skip: { code, message }, mayHaveSent: false };
}
