import { chainRegistry, isNativeToken } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { MarketPrices } from '../../../../src/ports/prices.ts';
import { createPrices } from '../../../../src/prices/create-prices.ts';
import { readPrices } from '../../../../src/signer/read-prices.ts';
import { noon } from '../../../support/snapshot.ts';
import type { Base, Setting } from './base.ts';
import { duration } from './env.ts';
import { type Token, tokens } from './fixtures.ts';

/** Of the policy: what the fixtures' tokens are worth, by the operator's own static prices. */
export function pricedTokens(base: Base, setting: Setting) {
  return Object.values(tokens).map((token) => ({
    chain: token.chain,
    token: isNative(token) ? 'native' : token.address,
    class: 'major' as const,
    sources: usdOf(token, base, setting).map((usd) => ({ kind: 'static' as const, usd })),
  }));
}

export function isNative({ chain, address }: Token): boolean {
  return isNativeToken(chainRegistry[chain]!, address);
}

/** What each source says. Two for each token: a strict policy wants no fewer. */
function usdOf(token: Token, base: Base, setting: Setting): string[] {
  const { ownUsd } = setting.mutation.env ?? {};
  if (ownUsd !== undefined && token === base.terms.from) {
    const usd = `${Number(ownUsd) / Number(base.job(setting).srcTokenAmount)}`;
    return [usd, usd];
  }
  const [first, second = first] = token === pricedBy(base, setting) ? feedsOf(setting) : [];
  return first === undefined ? [`${token.price}`, `${token.price}`] : [`${first}`, `${second}`];
}

const feedNames = ['feeds', 'priceFeeds', 'prices', 'price', 'ownPrice', 'feedA', 'feedB'];

/** The numbers that a vector gives for feeds, whatever it calls them. */
function feedsOf({ mutation: { env = {} } }: Setting): number[] {
  const numbers = (value: unknown): number[] => {
    if (typeof value === 'number') return [value];
    if (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)) return [Number(value)];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbers) : [];
  };
  return feedNames.flatMap((name) => numbers(env[name]));
}

/** The token whose price is the nearest to what the feeds say. */
function pricedBy({ terms: { from, to } }: Base, setting: Setting): Token | undefined {
  const [first] = feedsOf(setting);
  if (first === undefined) return undefined;
  const distance = ({ price }: Token): number => Math.abs(Math.log(first / price));
  return distance(from) < distance(to) ? from : to;
}

/** Seconds since the feeds were set, or that they say nothing. */
function feedFault({ mutation: { env = {} } }: Setting): { age: number } | 'missing' | undefined {
  const ages = [env.priceAgeSec, env.feedAgeSec].flat().map((one) => Number(one ?? 0));
  const single = ages.length > 2 ? undefined : duration(env, 'priceAge');
  const age = Math.max(...ages, (single ?? 0) / 1_000);
  if (age > 0) return { age };
  const words = feedNames.map((name) => env[name]);
  if (words.some((one) => typeof one === 'string' && /stale|old/.test(one))) return { age: 3_600 };
  const isMissing = words.some(
    (one) =>
      one === null ||
      (typeof one === 'string' && /unavailable|timeout|missing|none|disagree/.test(one)),
  );
  return isMissing ? 'missing' : undefined;
}

/** As the executor reads them, through the real price port. */
export async function readPricesOf(job: Job, base: Base, setting: Setting): Promise<MarketPrices> {
  const prices = createPrices({
    settings: { maxAgeMs: 60_000, tokens: pricedTokens(base, setting) },
    chains: new Map(),
    fetch: () => Promise.reject(new Error('no price is fetched')),
    clock: { now: () => noon },
  });
  const read = await readPrices({ prices }, chainRegistry[job.from.chain]!, job);
  const fault = feedFault(setting);
  if (fault === undefined) return read;
  return {
    ...read,
    tokens: read.tokens.map((token) => ({
      ...token,
      readings: token.readings.map((reading) => {
        if (fault === 'missing') return { source: reading.source, fault: 'no answer' };
        return 'fault' in reading
          ? reading
          : { ...reading, at: noon - fault.age * 1_000, maxAge: 60_000 };
      }),
    })),
  };
}
