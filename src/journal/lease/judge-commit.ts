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

/** One of the swaps that the attempt serves, with its step under the lease. */
export interface Served extends Wanted {
  subject: Subject;
}

type Wanted = Pick<CommitRequest, 'swapId' | 'orderId' | 'destinationAnchor'>;

export type CommitVerdict =
  | Extract<CommitResult, { kind: 'refused' }>
  | { kind: 'granted'; served: readonly [Served, ...Served[]] };

/** The swap that the attempt is for, and the swaps that joined its lease. */
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
 * Judges a signed attempt by the journal's facts, read under the locks. Only a proof refuses a
 * cancel, because cancels must work while signing is stopped. A shared attempt is refused if one of
 * its swaps is refused. Writes nothing. Throws `NOT_FOUND` and `JOURNAL_BROKEN_INVARIANT`.
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
  // A bump is priced against the attempt that it replaces. A newer attempt may have a higher fee:
  // nodes would reject this one, and the next bump would be priced against it.
  if (request.replaces !== undefined && request.replaces !== subject.newest)
    return refused('lease_lost');
  // Two swaps may have built identical transactions. The chain executes one of them, so only one
  // swap would be paid for.
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
  // A transaction that was signed before a person ended its swap can still be cancelled.
  if (hasEnded && subject?.state !== 'signed') return 'swap_ended';
  if (!subject) return 'lease_lost';
  return refusalOf(request, subject, swap) ?? subject;
}

/** An attempt must serve every step of its lease: nothing would ever pay for a step left out. */
function assertAllServed({ leaseId }: CommitRequest, { steps }: Subject, served: number): void {
  if (steps === served) return;
  throw broken(
    'every_step_of_lease',
    `lease ${leaseId} is for ${steps} steps, but the attempt serves ${served}`,
  );
}

/** Why nothing more may be signed under the lease; undefined if it may. */
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
 * After a cancel request no new payment is signed. Allowed are a recovery of money from a payment
 * that landed first, and a bump of a stuck approve.
 */
function refusalOfCancelled(
  { kind }: Pick<CommitRequest, 'kind'>,
  { kind: step }: Subject,
): CommitRefusal | undefined {
  const startsPayment = kind === 'pay' && !isRecovery(step);
  return startsPayment || (kind === 'bump' && isPayment(step)) ? 'cancel_requested' : undefined;
}
