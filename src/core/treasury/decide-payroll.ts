import { formatAmount } from '../amounts/amounts.ts';
import { type OccurrenceDecision, skip, tooLittle } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { PayrollRule } from './rule.ts';
import type { AssetStanding } from './standing.ts';

/** All lines or none: a payroll that is half paid is worse than one that waits for money. */
export function decidePayroll(
  { wallet, from, to, bound, payments }: PayrollRule,
  [source]: readonly AssetStanding[],
): OccurrenceDecision {
  if (!source) return skip('BALANCE', 'nothing is known of the source token');
  const amounts = payments.map(({ amount }) => givenAmount(amount, source));
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum > source.settled) return tooLittle(sum, source);
  const [first, ...rest] = payments.map(({ receiver, amount }) => ({
    ...{ wallet, from, to, receiver },
    amount: formatAmount(givenAmount(amount, source), source.decimals),
    ...bound,
  }));
  if (!first || amounts.some((amount) => amount === 0n))
    return skip('BELOW_MINIMUM', `a line pays less than one base unit of ${source.symbol}`);
  return { kind: 'act', jobs: [first, ...rest] };
}
