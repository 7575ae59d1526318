import { formatAmount } from '../amounts/amounts.ts';
import type { Asset } from '../swap/job.ts';
import type { Order, Reason } from '../swap/swap.ts';
import type { Deposit, DepositPayment } from './deposit.ts';

/**
 * Of what an order wants, in basis points: who is sent less than that is sent it by strangers, to
 * be remembered (address poisoning).
 */
export const dustBps = 100n;

/** Whether a payment is too small for anybody to have meant it. */
export function isDust(
  { amount }: Pick<DepositPayment, 'amount'>,
  deposit: Pick<Deposit, 'amount'>,
): boolean {
  return amount * 10_000n < deposit.amount * dustBps;
}

/** Where an order wants its deposit, and whose money it would be. */
export interface OrderedDeposit {
  deposit: Pick<Deposit, 'amount' | 'memo'>;
  /** Accounts of the job's own: its wallet, and where refunds go. */
  own: readonly string[];
}

/**
 * Whether a payment to the address of an order may have been meant for it. An address without a
 * memo is the order's alone. At one that many orders share, each names its own by its memo; what
 * names none is taken for this one's where it is of exactly its amount, and what names none or
 * another where it is paid by the job's own accounts.
 */
export function mayBeMeantFor(
  { deposit, own }: OrderedDeposit,
  { memo, amount, payer }: DepositPayment,
): boolean {
  if (deposit.memo === undefined || memo === deposit.memo) return true;
  if (payer !== undefined && own.includes(payer)) return true;
  return memo === undefined && amount === deposit.amount;
}

/** The order as far as it judges payments. */
type Judging = Pick<Order, 'deposit' | 'goodUntil'>;

/** What is wrong with a payment as the order's deposit; `undefined`: nothing. */
export function depositFault(
  { deposit, goodUntil }: Judging,
  { txId, amount, memo, at }: DepositPayment,
  { symbol, decimals }: Pick<Asset, 'symbol' | 'decimals'>,
): Reason | undefined {
  if (!deposit) return undefined;
  const [paid, wanted] = [amount, deposit.amount].map(
    (units) => `${formatAmount(units, decimals)} ${symbol}`,
  );
  if (deposit.memo !== undefined && memo !== deposit.memo) {
    const said = memo === undefined ? 'no memo' : 'another memo';
    const message = `${paid} came in ${txId} with ${said} beside it; its provider tells by the memo ${deposit.memo} whose it is`;
    return { code: 'DEPOSIT_WITHOUT_MEMO', message };
  }
  if (amount < deposit.amount) {
    return { code: 'DEPOSIT_SHORT', message: `${paid} came in ${txId}, and ${wanted} were wanted` };
  }
  if (amount > deposit.amount) {
    return {
      code: 'DEPOSIT_OVER',
      message: `${paid} came in ${txId}, and only ${wanted} were wanted`,
    };
  }
  if (goodUntil !== undefined && at > goodUntil) {
    const [paidAt, until] = [at, goodUntil].map((time) => new Date(time).toISOString());
    return {
      code: 'DEPOSIT_LATE',
      message: `${paid} came in ${txId} at ${paidAt}, and were wanted until ${until}`,
    };
  }
  return undefined;
}

/**
 * The payment that counts as the order's deposit: the first one with which nothing is wrong, else
 * the first of all.
 */
export function countingDeposit(
  order: Judging,
  payments: readonly DepositPayment[],
  asset: Pick<Asset, 'symbol' | 'decimals'>,
): DepositPayment | undefined {
  const earliest = payments.toSorted(byPlace);
  return (
    earliest.find((payment) => depositFault(order, payment, asset) === undefined) ?? earliest[0]
  );
}

function byPlace(
  { block: one, index }: DepositPayment,
  { block: other, index: otherIndex }: DepositPayment,
): number {
  return Number(one.number - other.number) || index - otherIndex;
}
