import { formatAmount } from '../core/amounts/amounts.ts';
import type { Asset, ReportedCoin } from '../core/swap/job.ts';
import { namesToken } from '../core/swap/names-token.ts';
import type { PriceReading } from '../ports/prices.ts';
import type { PricedByPolicy } from './policy/guard-policy.ts';
import { hold, type RuleFinding, type RuleRequest } from './rule.ts';

/** What a token or a payment is valued by. */
export type Valuing = Pick<RuleRequest, 'guardPolicy' | 'prices'>;

type TokenToPrice = Pick<Asset | ReportedCoin, 'family' | 'chain' | 'token' | 'symbol'>;

/**
 * The price that the guard reckons with, in 10^-18 US dollars for one whole token. The findings say
 * what is wrong with it; a person may accept that, so the price is what is left then.
 */
interface JudgedPrice {
  usdE18?: bigint;
  class: PricedByPolicy['class'];
  /** The policy lets the token be swapped without a price. */
  isExempt: boolean;
  findings: readonly RuleFinding[];
}

/** Whether the policy's sources of a token are complete, fresh and in agreement. */
export function priceOf(asset: TokenToPrice, request: Valuing): JudgedPrice {
  const { prices: rules, profile } = request.guardPolicy;
  const entry = rules.tokens.find((one) => isToken(asset, one));
  if (!entry) return withoutSources(asset, request);
  const { readings, at } = readingsOf(asset, request, entry);
  const read = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]));
  const fresh = read.filter((reading) => !isStale(reading, at));
  const usable = (fresh.length > 0 ? fresh : read).map(({ usdE18 }) => usdE18);
  const [low, high] = [min(usable), max(usable)];
  const faults = readings.flatMap((one) => ('fault' in one ? [`${one.source}: ${one.fault}`] : []));
  const stale = read.filter((reading) => isStale(reading, at)).map(({ source }) => source);
  const about = (what: string, message: string, facts: Record<string, string>) =>
    priceHold(asset, what, message, facts);
  const findings = [
    ...(faults.length > 0
      ? [about('missing', 'a price is missing', { faults: faults.join('; ') })]
      : []),
    ...(stale.length > 0 ? [about('stale', 'a price is too old', { sources: stale.join() })] : []),
    ...(low !== undefined && high !== undefined && differ(low, high, rules.disagreementBps)
      ? [about('disputed', 'the price sources disagree', { lowest: usd(low), highest: usd(high) })]
      : []),
    ...(profile === 'strict' && entry.sources.length < 2
      ? [about('single', 'the strict policy wants two price sources for a token', {})]
      : []),
  ];
  return {
    ...(low === undefined || high === undefined ? {} : { usdE18: (low + high) / 2n }),
    class: entry.class,
    isExempt: false,
    findings,
  };
}

/** Whether a token is the one that an entry of the policy names. */
function isToken(asset: TokenToPrice, entry: { chain: string; token: string }): boolean {
  return entry.chain === asset.chain && namesToken(entry.token, asset);
}

/** In 10^-18 US dollars, rounded down. */
export function worth(amount: bigint, decimals: number, usdE18: bigint): bigint {
  return (amount * usdE18) / 10n ** BigInt(decimals);
}

/** For facts: US dollars. */
export function usd(usdE18: bigint): string {
  return `${formatAmount(usdE18, 18)} USD`;
}

function withoutSources(asset: TokenToPrice, { guardPolicy }: Valuing): JudgedPrice {
  const { unpriced } = guardPolicy.prices;
  const isExempt = unpriced === 'any' || unpriced.some((entry) => isToken(asset, entry));
  const message = 'the policy has no price source for the token';
  const findings = isExempt ? [] : [priceHold(asset, 'unknown', message, {})];
  return { class: 'other', isExempt, findings };
}

function readingsOf(
  { chain, token }: TokenToPrice,
  { prices }: Valuing,
  { sources }: PricedByPolicy,
): { readings: readonly PriceReading[]; at: number } {
  const found = prices?.tokens.find((one) => one.chain === chain && one.token === token)?.readings;
  const complete = sources.map(
    ({ kind }, index) => found?.[index] ?? { source: kind, fault: 'was not read' },
  );
  return { readings: complete, at: prices?.at ?? 0 };
}

function isStale({ at, maxAge }: { at?: number; maxAge: number }, now: number): boolean {
  return at !== undefined && now - at > maxAge;
}

function priceHold(
  { chain, token, symbol }: TokenToPrice,
  what: string,
  message: string,
  facts: Record<string, string>,
): RuleFinding {
  const item = { kind: 'finding', rule: 'G07', what: `${what} price of ${token} on ${chain}` };
  return hold({ ...item, kind: 'finding' }, `${message}: ${symbol} on ${chain}`, {
    token,
    ...facts,
  });
}

function differ(low: bigint, high: bigint, bps: number): boolean {
  return (high - low) * 10_000n > low * BigInt(bps);
}

function min(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (least, one) => (least === undefined || one < least ? one : least),
    undefined,
  );
}

function max(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (most, one) => (most === undefined || one > most ? one : most),
    undefined,
  );
}
