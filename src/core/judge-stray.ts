import { formatAmount } from './amounts.ts';
import type { DepositPayment } from './deposit.ts';
import type { Asset } from './job.ts';
import { depositFault } from './judge-deposit-payments.ts';
import type { Order, Reason } from './swap.ts';

/**
 * What to tell of money that came to where an order wanted its deposit, and that pays for nothing: the swap had ended, or was paid already.
 * @param isPaid the swap's payment is another one
 * @param isFollowed the order is open again, and its provider asked on
 */
export function judgeStray(
  order: Pick<Order, 'deposit' | 'goodUntil'>,
  payment: DepositPayment,
  asset: Pick<Asset, 'symbol' | 'decimals'>,
  { isPaid, isFollowed }: { isPaid: boolean; isFollowed: boolean },
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
