import { formatAmount } from '../amounts/amounts.ts';
import type { Asset } from '../swap/job.ts';
import type { Order, Reason } from '../swap/swap.ts';
import type { Deposit, DepositPayment } from './deposit.ts';
import { memoInWords } from './order-in-words.ts';

/**
 * In basis points of the order's amount. A smaller payment is not meant for the order: strangers
 * send such amounts to appear in the history (address poisoning).
 */
export const dustBps = 100n;

/** Whether a payment is too small to be meant for the order. */
export function isDust(
  { amount }: Pick<DepositPayment, 'amount'>,
  deposit: Pick<Deposit, 'amount'>,
): boolean {
  return amount * 10_000n < deposit.amount * dustBps;
}

/** An order's deposit, and the accounts that may pay it. */
export interface OrderedDeposit {
  deposit: Pick<Deposit, 'amount' | 'memo'>;
  /** The job's own accounts: its wallet and its refund address. */
  own: readonly string[];
}

/**
 * Whether a payment to the order's address may be meant for it. An address without a memo belongs
 * to one order. At a shared address the order's memo identifies the payment. Without a memo,
 * exactly the order's amount counts too; with none or another, a payment from the job's own
 * accounts.
 */
export function mayBeMeantFor(
  { deposit, own }: OrderedDeposit,
  { memo, amount, payer }: DepositPayment,
): boolean {
  if (deposit.memo === undefined || memo === deposit.memo) return true;
  if (payer !== undefined && own.includes(payer)) return true;
  return memo === undefined && amount === deposit.amount;
}

/** The part of an order that judges its payments. */
type Judging = Pick<Order, 'deposit' | 'goodUntil'>;

/** Why a payment is wrong as the order's deposit. `undefined`: it is right. */
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
    const memoSent = memo === undefined ? 'no memo' : 'another memo';
    const message = `${txId} paid ${paid} with ${memoSent}; ${memoInWords(deposit.memo)}`;
    return { code: 'DEPOSIT_WITHOUT_MEMO', message };
  }
  if (amount < deposit.amount) {
    return {
      code: 'DEPOSIT_SHORT',
      message: `${txId} paid ${paid}, but the order wants ${wanted}`,
    };
  }
  if (amount > deposit.amount) {
    return {
      code: 'DEPOSIT_OVER',
      message: `${txId} paid ${paid}, but the order wants only ${wanted}`,
    };
  }
  if (goodUntil !== undefined && at > goodUntil) {
    const [paidAt, until] = [at, goodUntil].map((time) => new Date(time).toISOString());
    return {
      code: 'DEPOSIT_LATE',
      message: `${txId} paid ${paid} at ${paidAt}, but the order could be paid until ${until}`,
    };
  }
  return undefined;
}

/**
 * The payment that counts as the order's deposit: the first correct one, otherwise the first of
 * all.
 */
export function countingDeposit(
  order: Judging,
  payments: readonly DepositPayment[],
  asset: Pick<Asset, 'symbol' | 'decimals'>,
): DepositPayment | undefined {
  const earliest = payments.toSorted(byPosition);
  return (
    earliest.find((payment) => depositFault(order, payment, asset) === undefined) ?? earliest[0]
  );
}

function byPosition(
  { block: one, index }: DepositPayment,
  { block: other, index: otherIndex }: DepositPayment,
): number {
  return Number(one.number - other.number) || index - otherIndex;
}
