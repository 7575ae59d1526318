import { formatAmount } from '../amounts/amounts.ts';
import { lowerOf } from '../amounts/lower-of.ts';
import { noPrice, type OccurrenceDecision, skip, unknownArrival } from './decision.ts';
import { givenAmount } from './given-amount.ts';
import type { TargetAsset, TargetRule } from './rule.ts';
import type { AssetStanding, RuleJob, Standing } from './standing.ts';
import { amountOf, usdE18Of, usdValueOf } from './value.ts';

/** An asset of a target with its price, and how far it is from its target, in 10^-18 US dollars. */
interface Position {
  asset: AssetStanding & { usdE18: bigint };
  /** Positive: there is too much of it. */
  deviation: bigint;
  band: bigint;
  /** What may be sold: what is in flight is not there yet. */
  sellable: bigint;
}

/** How much of a position the trades change at most. */
interface Side {
  position: Position;
  left: bigint;
}

const whole = 10_000n;

/**
 * Trades the assets outside of their bands, among each other and with those inside. What is in
 * flight counts as arrived, so that nothing is bought twice.
 */
export function decideTarget(
  rule: TargetRule,
  { assets, lastActedAt }: Standing,
  now: number,
): OccurrenceDecision {
  if (lastActedAt !== undefined && now - lastActedAt < rule.cooldown)
    return skip(
      'COOLDOWN',
      `the rule traded at ${new Date(lastActedAt).toISOString()}, and waits until ${new Date(lastActedAt + rule.cooldown).toISOString()}`,
    );
  const priced: Position['asset'][] = [];
  for (const asset of assets) {
    if (asset.arrivalFault !== undefined) return unknownArrival(asset, asset.arrivalFault);
    if (asset.usdE18 === undefined) return noPrice(asset);
    priced.push({ ...asset, usdE18: asset.usdE18 });
  }
  const positions = positionsOf(rule, priced);
  const outside = positions.filter(({ deviation, band }) => abs(deviation) > band);
  if (outside.length === 0) return skip('IN_BAND', 'every asset is inside its band');
  const trades = match(sidesOf(rule, positions, 1n), sidesOf(rule, positions, -1n));
  const least = usdE18Of(rule.minimumTradeUsd);
  const jobs = trades.flatMap((trade) => (trade.value < least ? [] : jobOf(rule, trade)));
  const [first, ...rest] = jobs;
  if (!first) return skip('BELOW_MINIMUM', `no trade is worth ${rule.minimumTradeUsd} USD or more`);
  return { kind: 'act', jobs: [first, ...rest] };
}

function positionsOf(rule: TargetRule, assets: readonly Position['asset'][]): Position[] {
  const held = assets.map((asset) =>
    usdValueOf(asset.settled + asset.inFlight, asset, asset.usdE18),
  );
  const total = sum(held);
  const fixed = assets.map((asset, index) => fixedValue(rule.assets[index], asset));
  const shared = total > sum(fixed) ? total - sum(fixed) : 0n;
  return assets.map((asset, index) => {
    const goal = rule.assets[index];
    const isShare = goal?.kind === 'share';
    const target = isShare ? (shared * BigInt(goal.shareBps)) / whole : (fixed[index] ?? 0n);
    return {
      asset,
      deviation: (held[index] ?? 0n) - target,
      band: ((isShare ? total : target) * BigInt(rule.bandBps)) / whole,
      sellable: usdValueOf(asset.settled, asset, asset.usdE18),
    };
  });
}

function fixedValue(goal: TargetAsset | undefined, asset: Position['asset']): bigint {
  if (goal?.kind !== 'amount') return 0n;
  return usdValueOf(givenAmount(goal.amount, asset), asset, asset.usdE18);
}

/**
 * What is sold (`sign` 1) or bought (-1), the farthest from its target first. An asset inside its band
 * only takes what others need, and never passes its own target.
 */
function sidesOf({ tradeTo }: TargetRule, positions: readonly Position[], sign: bigint): Side[][] {
  const wrong = positions.filter(({ deviation }) => deviation * sign > 0n);
  const amount = (position: Position, goal: bigint): bigint => {
    const distance = abs(position.deviation) - goal;
    return sign > 0n ? lowerOf(distance, position.sellable) : distance;
  };
  const isOutside = ({ deviation, band }: Position) => abs(deviation) > band;
  const must = wrong.filter(isOutside).map((position) => ({
    position,
    left: amount(position, tradeTo === 'edge' ? position.band : 0n),
  }));
  const may = wrong
    .filter((position) => !isOutside(position))
    .map((position) => ({ position, left: amount(position, 0n) }));
  return [must.sort(byLeft), may.sort(byLeft)];
}

interface Trade {
  sold: Position['asset'];
  bought: Position['asset'];
  /** 10^-18 US dollars. */
  value: bigint;
}

/** Pairs what must be sold with what must be bought, then each with what may. Never two that only may. */
function match(
  [mustSell = [], maySell = []]: readonly Side[][],
  [mustBuy = [], mayBuy = []]: readonly Side[][],
): Trade[] {
  const trades: Trade[] = [];
  const pair = (sellers: readonly Side[], buyers: readonly Side[]): void => {
    for (const seller of sellers)
      for (const buyer of buyers) {
        const value = lowerOf(seller.left, buyer.left);
        if (value <= 0n) continue;
        seller.left -= value;
        buyer.left -= value;
        trades.push({ sold: seller.position.asset, bought: buyer.position.asset, value });
      }
  };
  pair(mustSell, mustBuy);
  pair(mustSell, mayBuy);
  pair(maySell, mustBuy);
  return trades;
}

/** The minimum is frozen from the guard's prices: what costs more is not paid. */
function jobOf(
  { wallet, maximumCostBps }: TargetRule,
  { sold, bought, value }: Trade,
): readonly RuleJob[] {
  const amount = amountOf(value, sold, sold.usdE18);
  const least = (value * (whole - BigInt(maximumCostBps))) / whole;
  const minOut = amountOf(least, bought, bought.usdE18);
  if (amount === 0n || minOut === 0n) return [];
  return [
    {
      wallet,
      from: { chain: sold.chain, token: sold.token },
      to: { chain: bought.chain, token: bought.token },
      amount: formatAmount(amount, sold.decimals),
      receiver: bought.account,
      minOut: formatAmount(minOut, bought.decimals),
    },
  ];
}

function byLeft(one: Side, other: Side): number {
  return one.left === other.left ? 0 : one.left > other.left ? -1 : 1;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
