import type { DepositPayment } from '../deposits/deposit.ts';
import { countingDeposit } from '../deposits/judge-deposit-payments.ts';
import type { ChainName } from './chains.ts';
import { isLiving, isPayment, type Snapshot, type Step } from './swap.ts';

/** What the proofs say about all payments of a swap together. */
export type PaymentOutcome =
  /** No payment was signed, or each is proven dead or reverted; `last` is the newest of those. */
  | { kind: 'unpaid'; last: Step | undefined }
  /** Signed, and its outcome is not proven yet or its proof is in doubt. */
  | { kind: 'may_land'; payment: Step }
  | { kind: 'landed'; payment: Step }
  /**
   * An external transaction used the lease and may have been the payment; or two proofs contradict
   * each other.
   */
  | { kind: 'unknown'; payment: Step }
  /**
   * Ferryman signed nothing, and a person has paid a manual deposit. The deposit can still be
   * reorged away until its block is final.
   */
  | { kind: 'manual_deposit_paid'; payment: DepositPayment }
  /** Signed, but lost by a journal rollback. */
  | { kind: 'lost'; txId: string; chain: ChainName; awaitsImport?: boolean };

/** The one answer to what became of a swap's payment. A lease without a signature is no payment. */
export function paymentOutcome({
  swap,
  order,
  steps,
  manualPayments = [],
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
  if (lost) return { kind: 'lost', ...lost };
  const byHand = order && countingDeposit(order, manualPayments, swap.job.from);
  return byHand
    ? { kind: 'manual_deposit_paid', payment: byHand }
    : { kind: 'unpaid', last: signed.at(-1) };
}

function isOpen({ outcome }: Step): boolean {
  return outcome === 'open';
}

/** The input of `paymentOutcome`. */
export type OutcomeFacts = Pick<Snapshot, 'swap' | 'order' | 'steps' | 'manualPayments' | 'lost'>;

/**
 * A step's lease is dead, but none of our attempts used it: an external transaction did. That may
 * have paid the same (a wallet's "speed up" makes such a transaction). Ferryman cannot tell.
 */
export function isUsedExternally({ lease }: Step): boolean {
  return lease?.state === 'dead';
}
