import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord } from '../ports/stores/api-key-store.ts';

/** How many requests a key may make in a minute, in each process of the API. */
export interface KeyLimits {
  /** Counts a request. Throws `TOO_MANY_REQUESTS` with the time until the next may be made. */
  take(key: LimitedKey): Promise<void>;
  /**
   * Counts what a request costs besides the one that `take` has counted for it. Throws as `take`,
   * and `REQUEST_OVER_LIMIT` if the key could not make it in any minute; nothing is counted then.
   * @param cost how many requests it counts as, the first of them included
   */
  takeRest(key: LimitedKey, cost: number): Promise<void>;
}

type LimitedKey = Pick<ApiKeyRecord, 'id' | 'requestsPerMinute'>;

/**
 * @param fallback for keys without a limit of their own
 * @param refused called for each request that is refused
 */
export function createKeyLimits(
  fallback: number,
  refused: () => void = () => undefined,
): KeyLimits {
  const limiters = new Map<number, RateLimiterMemory>();
  const consume = async (
    { id, requestsPerMinute: points = fallback }: LimitedKey,
    count: number,
  ): Promise<void> => {
    const limiter = limiters.get(points) ?? new RateLimiterMemory({ points, duration: 60 });
    limiters.set(points, limiter);
    try {
      await limiter.consume(id, count);
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      refused();
      const message = `the API key ${id} may make ${points} requests a minute`;
      throw new FerrymanError('TOO_MANY_REQUESTS', message, { retryAfter: cause.msBeforeNext });
    }
  };
  return {
    take: (key) => consume(key, 1),
    async takeRest(key, cost) {
      if (cost <= 1) return;
      const { id, requestsPerMinute = fallback } = key;
      if (cost > requestsPerMinute) {
        const message = `this counts as ${cost} requests, and the API key ${id} may make ${requestsPerMinute} requests a minute`;
        throw new FerrymanError('REQUEST_OVER_LIMIT', message);
      }
      await consume(key, cost - 1);
    },
  };
}
