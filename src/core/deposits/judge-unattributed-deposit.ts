import { formatAmount } from '../amounts/amounts.ts';
import type { Asset } from '../swap/job.ts';
import type { Order, Reason } from '../swap/swap.ts';
import type { DepositPayment } from './deposit.ts';
import { countingDeposit, depositFault, isDust } from './judge-deposit-payments.ts';
import { orderInWords } from './order-in-words.ts';

type Judging = Pick<Order, 'provider' | 'deposit' | 'goodUntil'>;
type TokenFacts = Pick<Asset, 'symbol' | 'decimals'>;

interface Standing {
  /** Another payment pays the swap. */
  isPaid: boolean;
  /** The order is open again, and its provider is polled. */
  isFollowed: boolean;
}

/**
 * The reason for an unattributed deposit: its swap had ended or was already paid. The message names
 * the order, by which the provider can be asked: the swap may have had several.
 */
export function judgeUnattributedDeposit(
  order: Judging,
  payment: DepositPayment,
  asset: TokenFacts,
  standing: Standing,
): Reason {
  const { code, message } = describe(order, payment, asset, standing);
  const { provider, deposit } = order;
  return {
    code,
    message: deposit ? `${message} ${orderInWords(deposit.exchangeId, provider)}` : message,
  };
}

function describe(
  order: Judging,
  payment: DepositPayment,
  asset: TokenFacts,
  { isPaid, isFollowed }: Standing,
): Reason {
  const fault = depositFault(order, payment, asset);
  if (fault?.code === 'DEPOSIT_WITHOUT_MEMO') return fault;
  const { txId, amount } = payment;
  const paid = `${txId} paid ${formatAmount(amount, asset.decimals)} ${asset.symbol}`;
  if (isPaid)
    return { code: 'DEPOSIT_TWICE', message: `${paid} in addition to the payment of this swap` };
  if (fault)
    return {
      code: isFollowed ? fault.code : 'DEPOSIT_LATE',
      message: `${fault.message}; it was observed after this swap had ended`,
    };
  // The payment may be older than the end, if it was observed late.
  return { code: 'DEPOSIT_LATE', message: `${paid}, observed after this swap had ended` };
}

/** An order of a swap that has ended, with money observed at its deposit target. */
interface EndedOrder {
  order: Order;
  /** A person pays the deposit. */
  isManualDeposit: boolean;
  asset: TokenFacts;
  /** The swap has a payment, of this order or of another one. */
  isPaid: boolean;
  /** That payment is of this order, or there is none. */
  pays: boolean;
  /** A person has resolved the swap, and has considered all that had arrived by then. */
  isResolved: boolean;
  /** The swap has no later order. */
  isNewest: boolean;
  /** No open order wants a deposit at the same target. */
  targetIsFree: boolean;
}

/** Whether a payment to the order may still count as its deposit. */
export function mayCount({ isManualDeposit, pays, isResolved }: EndedOrder): boolean {
  return isManualDeposit && pays && !isResolved;
}

/**
 * The unattributed payments that pay for nothing: all except the one that counts, and dust.
 * @param payments all payments to the order; empty if none of them may count
 */
export function findUnaccounted(
  { order, asset }: EndedOrder,
  unattributed: readonly DepositPayment[],
  payments: readonly DepositPayment[],
): DepositPayment[] {
  const { deposit } = order;
  if (!deposit) return [];
  const counting = payments.length === 0 ? undefined : countingDeposit(order, payments, asset);
  const counts = ({ txId, index }: DepositPayment) =>
    counting?.txId === txId && counting.index === index;
  return unattributed.filter((payment) => !counts(payment) && !isDust(payment, deposit));
}

/**
 * Whether a payment is meant for a later order. Providers reuse a target for several orders:
 * payments after the later order was requested for the same token, with a memo that fits both,
 * belong to that order.
 */
export function isMeantForLater(
  payment: DepositPayment,
  { anchor, amount, memo }: { anchor: bigint; amount: bigint; memo: string | null },
): boolean {
  return (
    payment.block.number > anchor &&
    (memo === null || payment.memo === memo) &&
    !isDust(payment, { amount })
  );
}

/** Whether to reopen the order and follow the payment. Otherwise a person is informed. */
export function isFollowedAgain({
  isManualDeposit,
  isPaid,
  isNewest,
  targetIsFree,
}: EndedOrder): boolean {
  return isManualDeposit && !isPaid && isNewest && targetIsFree;
}
