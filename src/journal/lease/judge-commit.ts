import type { SwapId } from '../../core/swap/ids.ts';
import { isPayment, isRecovery } from '../../core/swap/swap.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type {
  CommitRefusal,
  CommitRequest,
  CommitResult,
} from '../../ports/stores/signing-records.ts';
import { broken, isEnded, type LockedSwap } from '../writes/lock-swap.ts';
import type { Subject } from './read-subjects.ts';

/** A payment, or whatever else the step is, of one of the swaps that the attempt serves. */
export interface Served extends Wanted {
  subject: Subject;
}

type Wanted = Pick<CommitRequest, 'swapId' | 'orderId' | 'destinationAnchor'>;

export type CommitVerdict =
  | Extract<CommitResult, { kind: 'refused' }>
  | { kind: 'granted'; served: readonly [Served, ...Served[]] };

/** The swap that the attempt is for, and those that have joined its lease. */
export function wantedOf(request: CommitRequest): readonly [Wanted, ...Wanted[]] {
  const { swapId, orderId, destinationAnchor, joined = [] } = request;
  const own = {
    swapId,
    ...(orderId === undefined ? {} : { orderId }),
    ...(destinationAnchor === undefined ? {} : { destinationAnchor }),
  };
  return [own, ...joined];
}

/**
 * What becomes of a signed attempt, by what the journal knows under the locks. Cancelling is
 * refused by a proof only: it must work while signing is stopped. What several swaps are paid with
 * is refused where it would be for one of them. Touches nothing. Throws `NOT_FOUND` and
 * `JOURNAL_BROKEN_INVARIANT`.
 */
export function judgeCommit(
  request: CommitRequest,
  swaps: readonly LockedSwap[],
  subjects: readonly Subject[],
): CommitVerdict {
  const [own, ...joined] = wantedOf(request);
  const serve = (wanted: Wanted): Served | CommitRefusal => {
    const swap = swaps.find(({ id }) => id === wanted.swapId);
    if (!swap) throw noSuchSwap(wanted.swapId);
    const subject = subjects.find((one) => one.swap_id === wanted.swapId);
    const found = refusalOrSubject(request, swap, subject);
    return typeof found === 'string' ? found : { ...wanted, subject: found };
  };

  const first = serve(own);
  if (typeof first === 'string') return refused(first);
  const others: Served[] = [];
  for (const one of joined) {
    const other = serve(one);
    if (typeof other === 'string') return refused(other, one.swapId);
    others.push(other);
  }
  const { subject } = first;
  // Dearer than the one that it knew of, it may be cheaper than the one that has come since: nobody
  // would take it, and the next would be measured by it.
  if (request.replaces !== undefined && request.replaces !== subject.newest)
    return refused('lease_lost');
  // Equal transactions of two swaps are one transaction where nothing in them tells them apart, and
  // only one of the swaps would be paid for.
  if (subject.is_signed) return refused('signed_before');
  assertAllServed(request, subject, 1 + others.length);
  if (subject.is_coin_taken) return refused('coins_taken');
  return { kind: 'granted', served: [first, ...others] };
}

function refused(why: CommitRefusal, joined?: SwapId): CommitVerdict {
  return { kind: 'refused', why, ...(joined === undefined ? {} : { joined }) };
}

function refusalOrSubject(
  request: CommitRequest,
  swap: LockedSwap,
  subject: Subject | undefined,
): CommitRefusal | Subject {
  const hasEnded = isEnded(swap);
  if (hasEnded && request.kind !== 'cancel') return 'swap_ended';
  // A transaction that was signed when a person ended its swap can still be cancelled.
  if (hasEnded && subject?.state !== 'signed') return 'swap_ended';
  if (!subject) return 'lease_lost';
  return refusalOf(request, subject, swap) ?? subject;
}

/**
 * A step that goes with the lease and is served by nothing under it would wait for what never
 * comes.
 */
function assertAllServed({ leaseId }: CommitRequest, { steps }: Subject, served: number): void {
  if (steps === served) return;
  throw broken(
    'every_step_of_lease',
    `lease ${leaseId} is for ${steps} steps, and the attempt for ${served}`,
  );
}

/** Why nothing more may be signed under the lease; nothing where it may. */
export function refusalOf(
  request: Pick<CommitRequest, 'kind' | 'holder'>,
  subject: Subject,
  swap: Pick<LockedSwap, 'cancel_requested'>,
): CommitRefusal | undefined {
  const { kind, holder } = request;
  const unwanted = swap.cancel_requested ? refusalOfCancelled(request, subject) : undefined;
  if (unwanted) return unwanted;
  const isHeld = subject.state === 'held' && subject.holder === holder && subject.in_time;
  if (kind === 'pay' ? !isHeld : subject.state !== 'signed') return 'lease_lost';
  if (kind === 'cancel') return undefined;
  if (subject.stop) return 'stopped';
  if (subject.order_id === null || !isPayment(subject.kind)) return undefined;
  const inTime = kind === 'pay' ? subject.open && subject.signable : subject.sendable;
  return inTime ? undefined : 'order_expired';
}

/**
 * Nothing new is signed to pay. What fetches the money of a payment that was quicker is, and so is
 * what gets an approval unstuck.
 */
function refusalOfCancelled(
  { kind }: Pick<CommitRequest, 'kind'>,
  { kind: step }: Subject,
): CommitRefusal | undefined {
  const paysAnew = kind === 'pay' && !isRecovery(step);
  return paysAnew || (kind === 'bump' && isPayment(step)) ? 'cancel_requested' : undefined;
}
