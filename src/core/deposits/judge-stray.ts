import { formatAmount } from '../amounts/amounts.ts';
import type { Asset } from '../swap/job.ts';
import type { Order, Reason } from '../swap/swap.ts';
import type { DepositPayment } from './deposit.ts';
import { depositFault } from './judge-deposit-payments.ts';

type Judging = Pick<Order, 'provider' | 'deposit' | 'goodUntil'>;
type TokenFacts = Pick<Asset, 'symbol' | 'decimals'>;

interface Standing {
  /** The swap's payment is another one. */
  isPaid: boolean;
  /** The order is open again, and its provider asked on. */
  isFollowed: boolean;
}

/**
 * What to tell of money that came to where an order wanted its deposit, and that pays for nothing: the swap had ended, or was paid already. It names the
 * order, by which its provider is asked: the swap may have had several, and shows one of them.
 */
export function judgeStray(order: Judging, payment: DepositPayment, asset: TokenFacts, standing: Standing): Reason {
  const { code, message } = describe(order, payment, asset, standing);
  const { provider, deposit } = order;
  return { code, message: deposit ? `${message} (order ${deposit.exchangeId} at ${provider})` : message };
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
