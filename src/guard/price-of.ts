import { formatAmount } from '../core/amounts/amounts.ts';
import type { Asset, ReportedCoin } from '../core/swap/job.ts';
import { namesToken } from '../core/swap/names-token.ts';
import type { PriceReading } from '../ports/prices.ts';
import { stepAbove } from './coarse.ts';
import type { GuardPolicy, PricedByPolicy } from './policy/guard-policy.ts';
import { hold, type RuleFinding, type RuleRequest } from './rule.ts';

/** What a token or a payment is valued by. */
export type Valuing = Pick<RuleRequest, 'guardPolicy' | 'prices'>;

type TokenToPrice = Pick<Asset | ReportedCoin, 'family' | 'chain' | 'token' | 'symbol'>;

/**
 * The prices that the guard reckons with, in 10^-18 US dollars for one whole token. The findings say
 * what is wrong with them; a person may accept that, and then these are what is left.
 */
interface JudgedPrice {
  /**
   * `sold`: what counts for tokens that the wallet gives. `bought`: for those that it gets. They
   * differ if the sources disagree: then each is the one that demands more of an order. Absent: no
   * source has a price.
   */
  usdE18?: { sold: bigint; bought: bigint };
  class: PricedByPolicy['class'];
  /** The policy lets the token be swapped without a price. */
  isExempt: boolean;
  findings: readonly RuleFinding[];
}

/** Whether the policy's sources of a token are complete, fresh and in agreement. */
export function priceOf(asset: TokenToPrice, request: Valuing): JudgedPrice {
  const { prices: rules, profile } = request.guardPolicy;
  const entry = entryOf(asset, request.guardPolicy);
  if (!entry) return withoutSources(asset, request);
  const { readings, at } = readingsOf(asset, request, entry);
  const read = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]));
  const faulty = readings.flatMap((reading) => ('fault' in reading ? [reading] : []));
  const fresh = read.filter((reading) => !isStale(reading, at));
  const stale = read.filter((reading) => isStale(reading, at));
  const usable = (fresh.length > 0 ? fresh : read).map(({ usdE18 }) => usdE18);
  const [low, high] = [min(usable), max(usable)];
  const deviation = low !== undefined && high !== undefined ? deviationBps(low, high) : 0n;
  const isDisputed = deviation > BigInt(rules.disagreementBps);
  const about = (what: string, detail: string, message: string, facts: Record<string, string>) =>
    priceHold(asset, what, detail, message, facts);
  const findings = [
    ...(faulty.length > 0
      ? [
          about('missing', `from ${namesOf(faulty)}`, 'a price is missing', {
            faults: faulty.map(({ source, fault }) => `${source}: ${fault}`).join('; '),
          }),
        ]
      : []),
    ...(stale.length > 0
      ? [
          about('stale', `from ${namesOf(stale)}, ${ageOf(stale, at)}`, 'a price is too old', {
            sources: namesOf(stale),
          }),
        ]
      : []),
    ...(isDisputed && low !== undefined && high !== undefined
      ? [
          about(
            'disputed',
            `by up to ${percent(stepAbove(deviation, 'rough'))}`,
            'the price sources disagree',
            { lowest: usd(low), highest: usd(high) },
          ),
        ]
      : []),
    ...(profile === 'strict' && entry.sources.length < 2
      ? [about('single', '', 'the strict policy wants two price sources for a token', {})]
      : []),
  ];
  return {
    ...(low === undefined || high === undefined
      ? {}
      : { usdE18: isDisputed ? { sold: high, bought: low } : middleOf(low, high) }),
    class: entry.class,
    isExempt: false,
    findings,
  };
}

/** One price of a token that nothing is wrong with. */
export function worthOf(
  asset: TokenToPrice,
  request: Valuing,
): { usdE18: bigint } | { fault: string } {
  const { usdE18, findings } = priceOf(asset, request);
  const [finding] = findings;
  if (finding) return { fault: finding.message };
  return usdE18
    ? { usdE18: usdE18.sold }
    : { fault: 'the policy has no price source for the token' };
}

/** Whether the policy has a price source for a token. */
export function isPriced(asset: TokenToPrice, policy: GuardPolicy): boolean {
  return entryOf(asset, policy) !== undefined;
}

function entryOf(asset: TokenToPrice, { prices }: GuardPolicy): PricedByPolicy | undefined {
  return prices.tokens.find((one) => isToken(asset, one));
}

/** Whether a token is the one that an entry of the policy names. */
function isToken(asset: TokenToPrice, entry: { chain: string; token: string }): boolean {
  return entry.chain === asset.chain && namesToken(entry.token, asset);
}

/** In 10^-18 US dollars, rounded down. */
export function worth(amount: bigint, decimals: number, usdE18: bigint): bigint {
  return (amount * usdE18) / 10n ** BigInt(decimals);
}

/** For facts: basis points as percent. */
export function percent(bps: bigint): string {
  return `${formatAmount(bps, 2)} %`;
}

/** For facts: US dollars. */
export function usd(usdE18: bigint): string {
  return `${formatAmount(usdE18, 18)} USD`;
}

function withoutSources(asset: TokenToPrice, { guardPolicy }: Valuing): JudgedPrice {
  const { unpriced } = guardPolicy.prices;
  const isExempt = unpriced === 'any' || unpriced.some((entry) => isToken(asset, entry));
  const message = 'the policy has no price source for the token';
  const findings = isExempt ? [] : [priceHold(asset, 'unknown', '', message, {})];
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
  const now = prices?.at ?? 0;
  return { readings: complete.map((reading) => datedBy(now, reading)), at: now };
}

/** Milliseconds by which the clock of a source may be ahead of this one. */
const maxSkew = 60_000;

/** A price of the future is none: it would stay fresh until then. */
function datedBy(now: number, reading: PriceReading): PriceReading {
  if ('fault' in reading || reading.at === undefined || reading.at <= now + maxSkew) return reading;
  return { source: reading.source, fault: 'its time is in the future' };
}

function isStale({ at, maxAge }: { at?: number; maxAge: number }, now: number): boolean {
  return at !== undefined && now - at > maxAge;
}

/** @param detail what a person admits beside the kind of fault: not every fault of the kind */
function priceHold(
  { chain, token, symbol }: TokenToPrice,
  kind: string,
  detail: string,
  message: string,
  facts: Record<string, string>,
): RuleFinding {
  const what = `${kind} price of ${token} on ${chain}${detail === '' ? '' : ` ${detail}`}`;
  return hold({ kind: 'finding', rule: 'G07', what }, `${message}: ${symbol} on ${chain}`, {
    token,
    ...facts,
  });
}

function namesOf(readings: readonly PriceReading[]): string {
  return [...new Set(readings.map(({ source }) => source))].sort().join(', ');
}

/** Of the oldest. */
function ageOf(readings: readonly { at?: number }[], now: number): string {
  const oldest = Math.max(...readings.map(({ at = now }) => Math.ceil((now - at) / 1_000)));
  return `up to ${stepAbove(BigInt(oldest), 'rough')} s old`;
}

/** How much the higher price is above the lower one, rounded up. */
function deviationBps(low: bigint, high: bigint): bigint {
  return low === 0n ? 10n ** 9n : ((high - low) * 10_000n + low - 1n) / low;
}

function middleOf(low: bigint, high: bigint): { sold: bigint; bought: bigint } {
  const middle = (low + high) / 2n;
  return { sold: middle, bought: middle };
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
