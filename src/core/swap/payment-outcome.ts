import type { DepositPayment } from '../deposits/deposit.ts';
import { countingDeposit } from '../deposits/judge-deposit-payments.ts';
import type { ChainName } from './chains.ts';
import { isLiving, isPayment, type Snapshot, type Step } from './swap.ts';

/** What is proven of a swap's payments, taken together. */
export type PaymentOutcome =
  /** None was signed, or each is proven to have come to nothing; `last` is the newest of those. */
  | { kind: 'unpaid'; last: Step | undefined }
  /** Signed, and no proof yet of what became of it, or one that is in doubt. */
  | { kind: 'may_land'; payment: Step }
  | { kind: 'landed'; payment: Step }
  /**
   * The lease was used by a transaction that the journal does not know, which may have been the
   * payment; or two proofs contradict each other.
   */
  | { kind: 'unknown'; payment: Step }
  /**
   * Nothing was signed here, and somebody has paid by hand; not irreversibly as long as its block
   * is not final.
   */
  | { kind: 'paid_by_hand'; payment: DepositPayment }
  /** Signed, and forgotten by a journal that was rolled back. */
  | { kind: 'forgotten'; txId: string; chain: ChainName; awaitsImport?: boolean };

/**
 * The one answer to what has become of a swap's payment. What was leased and never signed is no
 * payment: it cannot have left.
 */
export function paymentOutcome({
  swap,
  order,
  steps,
  handPayments = [],
  lost,
}: OutcomeFacts): PaymentOutcome {
  const signed = steps.filter(
    ({ kind, lease }) => isPayment(kind) && lease !== undefined && lease.attempts.length > 0,
  );
  const landed = signed.find(({ outcome }) => outcome === 'landed');
  if (landed) return { kind: 'landed', payment: landed };
  const unknown = signed.find((step) => isUsedExternally(step) || (step.disputed && !isOpen(step)));
  if (unknown) return { kind: 'unknown', payment: unknown };
  const living = signed.find((step) => isLiving(step) || step.lease?.doubt !== undefined);
  if (living) return { kind: 'may_land', payment: living };
  if (lost) return { kind: 'forgotten', ...lost };
  const byHand = order && countingDeposit(order, handPayments, swap.job.from);
  return byHand
    ? { kind: 'paid_by_hand', payment: byHand }
    : { kind: 'unpaid', last: signed.at(-1) };
}

function isOpen({ outcome }: Step): boolean {
  return outcome === 'open';
}

/** What the answer depends on. */
export type OutcomeFacts = Pick<Snapshot, 'swap' | 'order' | 'steps' | 'handPayments' | 'lost'>;

/**
 * A step's lease is dead without one of our attempts having used it: someone else's transaction
 * did, which may well have done the same (a wallet's own "speed up" makes one). Nothing here can
 * tell.
 */
export function isUsedExternally({ lease }: Step): boolean {
  return lease?.state === 'dead';
}
