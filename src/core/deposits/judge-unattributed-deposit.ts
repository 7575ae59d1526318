import { formatAmount } from '../amounts/amounts.ts';
import type { Asset } from '../swap/job.ts';
import type { Order, Reason } from '../swap/swap.ts';
import type { DepositPayment } from './deposit.ts';
import { countingDeposit, depositFault, isDust } from './judge-deposit-payments.ts';

type Judging = Pick<Order, 'provider' | 'deposit' | 'goodUntil'>;
type TokenFacts = Pick<Asset, 'symbol' | 'decimals'>;

interface Standing {
  /** The swap's payment is another one. */
  isPaid: boolean;
  /** The order is open again, and its provider asked on. */
  isFollowed: boolean;
}

/**
 * What to tell of money that came to where an order wanted its deposit, and that pays for nothing:
 * the swap had ended, or was paid already. It names the order, by which its provider is asked: the
 * swap may have had several, and shows one of them.
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
    message: deposit ? `${message} (order ${deposit.exchangeId} at ${provider})` : message,
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
  const came = `${formatAmount(amount, asset.decimals)} ${asset.symbol} came in ${txId}`;
  if (isPaid) return { code: 'DEPOSIT_TWICE', message: `${came}, beside the payment of this swap` };
  if (fault)
    return {
      code: isFollowed ? fault.code : 'DEPOSIT_LATE',
      message: `${fault.message}; it was seen after this swap had ended`,
    };
  // It may have come before that: whoever watched was late then.
  return { code: 'DEPOSIT_LATE', message: `${came}, which was seen after this swap had ended` };
}

/** An order of a swap that has ended, at whose deposit target money was seen. */
interface EndedOrder {
  order: Order;
  /** Somebody pays it by hand. */
  isByHand: boolean;
  asset: TokenFacts;
  /** The swap has a payment, of this order or of another one. */
  isPaid: boolean;
  /** That payment is of this order, or there is none. */
  pays: boolean;
  /** A person has resolved the swap, and has seen all that had arrived by then. */
  isResolved: boolean;
  /** The swap has no later order. */
  isNewest: boolean;
  /** No open order wants a deposit at the same target. */
  targetIsFree: boolean;
}

/** Whether one of the payments to the order can be the one that pays for it. */
export function mayCount({ isByHand, pays, isResolved }: EndedOrder): boolean {
  return isByHand && pays && !isResolved;
}

/**
 * What of `unattributed` pays for nothing: all but the payment that counts, and dust.
 * @param payments all that came to the order; none where none of them may count
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
 * Providers give one target to several orders, one after the other. What came there, with the memo
 * of both, once a later one wanted the same token was meant for that one, and is followed or told
 * there.
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

/** Whether the order is opened again and what came is followed; else a person is told. */
export function isFollowedAgain({ isByHand, isPaid, isNewest, targetIsFree }: EndedOrder): boolean {
  return isByHand && !isPaid && isNewest && targetIsFree;
}
