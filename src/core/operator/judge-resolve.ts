import { assertNever } from '../assert-never.ts';
import { isCause } from '../decide/review-causes.ts';
import {
  type FundsState,
  isEnd,
  type Reason,
  type Snapshot,
  type SwapState,
} from '../swap/swap.ts';
import { missingProof } from './missing-proof.ts';

/** The outcome that a person names: the receiver was paid, the money came back, or neither. */
export const resolutions = ['paid', 'refunded', 'unpaid'] as const;
export type Resolution = (typeof resolutions)[number];

/** Why a person's resolution is refused. */
export interface ResolveRefusal extends Reason {
  code: 'NOTHING_TO_RESOLVE' | 'RESOLUTION_REFUSED';
}

export interface ResolvedEnd {
  state: Extract<SwapState, 'settled' | 'refunded' | 'failed'>;
  fundsState: Extract<FundsState, 'moved' | 'returned' | 'untouched' | 'unknown'>;
}

type ResolveVerdict =
  | { kind: 'admissible'; end: ResolvedEnd }
  | { kind: 'refused'; refusal: ResolveRefusal };

/**
 * Whether a person may end this swap with this outcome, and its end. `judgeEvidence` judges the
 * evidence.
 */
export function judgeResolve(snapshot: Snapshot, as: Resolution): ResolveVerdict {
  const { id, state, endedAs, reason } = snapshot.swap;
  if (state !== 'needs_review') {
    const what = isEnd(state) ? `has ended as ${state}` : `is ${state}`;
    const why = isEnd(state) || !reason ? '' : `. It waits with ${reason.code}: ${reason.message}`;
    return refused(
      'NOTHING_TO_RESOLVE',
      `the swap ${what}; only a swap in needs_review can be resolved${why}`,
    );
  }
  const hasEvidence = endedAs === 'settled' || endedAs === 'refunded';
  if (hasEvidence && !isCause(reason, 'DEAD_AFTER_END')) {
    const message = `the swap had ended as ${endedAs}, and that stays; acknowledge the money that arrived since with: ferryman swap acknowledge ${id} --note TEXT`;
    return refused('RESOLUTION_REFUSED', message);
  }
  if (hasEvidence && as === 'refunded') {
    const message = `the payment is proven dead or reverted, so nothing of it can have been refunded; to keep the end of the swap: ferryman swap acknowledge ${id} --note TEXT`;
    return refused('RESOLUTION_REFUSED', message);
  }
  switch (as) {
    case 'paid':
      return { kind: 'admissible', end: { state: 'settled', fundsState: 'moved' } };
    case 'refunded':
      return hasProvablyPaidNothing(snapshot)
        ? refused(
            'RESOLUTION_REFUSED',
            'the journal proves that the swap has paid nothing, so nothing can have been refunded; resolve it as unpaid',
          )
        : { kind: 'admissible', end: { state: 'refunded', fundsState: 'returned' } };
    case 'unpaid':
      return {
        kind: 'admissible',
        end: {
          state: 'failed',
          fundsState: hasProvablyPaidNothing(snapshot) ? 'untouched' : 'unknown',
        },
      };
    default:
      return assertNever(as, 'resolution');
  }
}

/**
 * Whether the journal itself proves that no payment was made: none was signed, or each is proven
 * not to have landed (law 3), and no deposit was observed or reported. A person's statement is no
 * proof.
 */
function hasProvablyPaidNothing(snapshot: Snapshot): boolean {
  const { fundsState } = snapshot.swap;
  return fundsState !== 'unknown' && missingProof(snapshot) === undefined;
}

/**
 * Whether a swap that a person ended as unpaid is proven unpaid by now. It may then be retried,
 * like a swap that still waits.
 */
export function isProvenSince(snapshot: Snapshot): boolean {
  const { endedAs: _, ...swap } = snapshot.swap;
  return missingProof({ ...snapshot, swap: { ...swap, state: 'needs_review' } }) === undefined;
}

function refused(code: ResolveRefusal['code'], message: string): ResolveVerdict {
  return { kind: 'refused', refusal: { code, message } };
}
