import { assertNever } from '../core/assert-never.ts';
import { namesToken } from '../core/swap/names-token.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpCall } from '../ports/http.ts';
import type {
  PricedToken,
  PriceReading,
  PriceSource,
  PriceSourceSettings,
  Prices,
  TokenPrices,
} from '../ports/prices.ts';
import { chainlinkSource } from './chainlink-source.ts';
import { fileSource } from './file-source.ts';
import { jsonSource } from './json-source.ts';
import { staticSource } from './static-source.ts';
import { UnusablePrice } from './unusable-price.ts';

/** The part of the guard's policy that says where prices come from. */
interface PriceSettings {
  maxAgeMs: number;
  tokens: readonly {
    chain: string;
    /** `native`: the chain's coin. */
    token: string;
    sources: readonly PriceSourceSettings[];
  }[];
}

interface PricesOptions {
  settings: PriceSettings;
  chains: ReadonlyMap<string, Pick<ChainAdapter, 'priceFeeds'>>;
  fetch: HttpCall;
  clock: Clock;
}

/** Milliseconds after which a source that failed is read again. */
const faultLasts = 2_000;

interface Known {
  reading: PriceReading;
  readAt: number;
  /** When it was last read without success, since then. */
  failedAt?: number;
  /** While it is read again. */
  again?: Promise<PriceReading>;
}

/**
 * Reads prices when they are asked for, and at no other time. Each source of each token is read
 * again once its last price is half as old as the policy allows; until then a failure leaves the
 * price that was read before. Concurrent callers share a read.
 */
export function createPrices({ settings, chains, fetch, clock }: PricesOptions): Prices {
  const { maxAgeMs } = settings;
  const tokens = settings.tokens.map(({ sources, ...named }) => ({
    ...named,
    sources: sources.map((source) => ({
      ...create(source),
      maxAge: source.kind === 'chainlink' ? source.heartbeatSeconds * 1_000 + maxAgeMs : maxAgeMs,
      known: new Map<string, Known>(),
    })),
  }));
  type Cached = (typeof tokens)[number]['sources'][number];

  function create(source: PriceSourceSettings): PriceSource {
    switch (source.kind) {
      case 'static':
        return staticSource(source.usd);
      case 'file':
        return fileSource(source.path, source.key);
      case 'chainlink':
        return chainlinkSource(source.chain, source.feed, chains.get(source.chain)?.priceFeeds);
      case 'json':
        return jsonSource(source, fetch);
      default:
        return assertNever(source, 'price source');
    }
  }

  async function readOf(source: Cached, token: PricedToken): Promise<PriceReading> {
    const { known } = source;
    const before = known.get(token.token);
    const now = clock.now();
    if (before && isFresh(before, now, maxAgeMs)) return before.reading;
    if (before?.again) return before.again;
    const again = readOnce(source, token).then((reading) => {
      const isFault = 'fault' in reading;
      const after: Known =
        isFault && before && isUsable(before, now, maxAgeMs)
          ? { reading: before.reading, readAt: before.readAt, failedAt: now }
          : { reading, readAt: now, ...(isFault ? { failedAt: now } : {}) };
      known.set(token.token, after);
      return after.reading;
    });
    const unread: Known = { reading: { source: source.name, fault: 'is being read' }, readAt: 0 };
    known.set(token.token, { ...(before ?? unread), again });
    return again;
  }

  async function readOnce(source: Cached, token: PricedToken): Promise<PriceReading> {
    const { name, maxAge, isAgeless } = source;
    try {
      const price = await source.read(token);
      // A source without a time of its own is as old as its answer.
      const at = isAgeless ? {} : { at: clock.now() };
      return { source: name, maxAge, ...at, ...price };
    } catch (cause) {
      return { source: name, fault: faultOf(cause) };
    }
  }

  async function pricesOf(token: PricedToken): Promise<TokenPrices[]> {
    const entry = tokens.find((one) => isToken(token, one));
    if (!entry) return [];
    const readings = await Promise.all(entry.sources.map((source) => readOf(source, token)));
    return [{ chain: token.chain, token: token.token, readings }];
  }

  return {
    async read(asked) {
      const found = await Promise.all(asked.map(pricesOf));
      return { at: clock.now(), tokens: found.flat() };
    },
  };
}

function isFresh({ reading, readAt, failedAt }: Known, now: number, maxAgeMs: number): boolean {
  if (failedAt !== undefined && now - failedAt < faultLasts) return true;
  if ('fault' in reading) return false;
  return reading.at === undefined || now - readAt < maxAgeMs / 2;
}

function isUsable({ reading, readAt }: Known, now: number, maxAgeMs: number): boolean {
  return !('fault' in reading) && now - readAt < maxAgeMs;
}

function isToken(asked: PricedToken, entry: { chain: string; token: string }): boolean {
  return entry.chain === asked.chain && namesToken(entry.token, asked);
}

/** Of other errors only the kind: their messages may quote what was answered. */
function faultOf(cause: unknown): string {
  if (cause instanceof UnusablePrice) return cause.message;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return `cannot be read${code === undefined ? '' : ` (${code})`}`;
}
