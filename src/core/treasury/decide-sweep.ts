import { describeAmount, formatAmount } from '../amounts/amounts.ts';
import { type OccurrenceDecision, skip } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { SweepRule } from './rule.ts';
import type { AssetStanding } from './standing.ts';

/** What is above the reserve. What is in flight to the account is not there yet. */
export function decideSweep(
  { wallet, from, to, bound, receiver, reserve, minimum }: SweepRule,
  [source]: readonly AssetStanding[],
): OccurrenceDecision {
  if (!source) return skip('BALANCE', 'nothing is known of the source token');
  const kept = givenAmount(reserve, source);
  const above = source.settled - kept;
  const least = givenAmount(minimum, source);
  if (above <= 0n)
    return skip(
      'NOT_NEEDED',
      `the account has ${describeAmount(source.settled, source)}, and keeps ${formatAmount(kept, source.decimals)}`,
    );
  if (above < least)
    return skip(
      'BELOW_MINIMUM',
      `${describeAmount(above, source)} is above the reserve, less than the minimum of ${formatAmount(least, source.decimals)}`,
    );
  const job = { wallet, from, to, receiver, amount: formatAmount(above, source.decimals) };
  return { kind: 'act', jobs: [{ ...job, ...bound }] };
}
