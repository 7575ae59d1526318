import { describeAmount, formatAmount } from '../amounts/amounts.ts';
import { noPrice, type OccurrenceDecision, skip, tooLittle, unknownArrival } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import { coinOfChain, type TopUpRule } from './rule.ts';
import type { AssetStanding } from './standing.ts';
import { amountOf, usdE18Of, usdValueOf } from './value.ts';

/** Buys the coin that is missing up to the upper mark, at the guard's prices. */
export function decideTopUp(
  rule: TopUpRule,
  [source, coin]: readonly AssetStanding[],
): OccurrenceDecision {
  if (!source || !coin) return skip('BALANCE', 'nothing is known of the tokens');
  const { wallet, from, receiver, bound } = rule;
  const there = coin.settled + coin.inFlight;
  if (there >= givenAmount(rule.below, coin))
    return skip('NOT_NEEDED', `the account has ${describeAmount(there, coin)}, as far as it comes`);
  if (coin.arrivalFault !== undefined) return unknownArrival(coin, coin.arrivalFault);
  if (coin.usdE18 === undefined) return noPrice(coin);
  if (source.usdE18 === undefined) return noPrice(source);
  if (coin.usdE18 > usdE18Of(rule.highestPriceUsd))
    return skip(
      'PRICE',
      `${coin.symbol} costs ${formatAmount(coin.usdE18, 18)} USD, more than ${rule.highestPriceUsd}`,
    );
  const missing = givenAmount(rule.upTo, coin) - there;
  const amount = amountOf(usdValueOf(missing, coin, coin.usdE18), source, source.usdE18);
  if (amount === 0n)
    return skip('BELOW_MINIMUM', `the amount is less than one base unit of ${source.symbol}`);
  if (amount > source.settled) return tooLittle(amount, source);
  const job = { wallet, from, to: coinOfChain(rule), receiver };
  return {
    kind: 'act',
    jobs: [{ ...job, amount: formatAmount(amount, source.decimals), ...bound }],
  };
}
