import { formatAmount } from '../amounts/amounts.ts';
import { noPrice, type OccurrenceDecision, skip, tooLittle } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { RecurringRule } from './rule.ts';
import type { AssetStanding } from './standing.ts';
import { amountOf, usdE18Of } from './value.ts';

/** A fixed amount, or what a fixed value buys at the guard's price. */
export function decideRecurring(
  { wallet, from, to, size, bound, receiver }: RecurringRule,
  [source]: readonly AssetStanding[],
): OccurrenceDecision {
  if (!source) return skip('BALANCE', 'nothing is known of the source token');
  if (size.kind === 'usd' && source.usdE18 === undefined) return noPrice(source);
  const amount =
    size.kind === 'amount'
      ? givenAmount(size.amount, source)
      : amountOf(usdE18Of(size.usd), source, source.usdE18 ?? 0n);
  if (amount === 0n)
    return skip('BELOW_MINIMUM', `the amount is less than one base unit of ${source.symbol}`);
  if (amount > source.settled) return tooLittle(amount, source);
  const job = { wallet, from, to, receiver, amount: formatAmount(amount, source.decimals) };
  return { kind: 'act', jobs: [{ ...job, ...bound }] };
}
