import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord } from '../ports/stores/api-key-store.ts';

/** How many requests a key may make in a minute, in each process of the API. */
export interface KeyLimits {
  /**
   * Counts a request, or as many as `cost`. Throws `TOO_MANY_REQUESTS` with the time until the next
   * may be made.
   */
  take(key: Pick<ApiKeyRecord, 'id' | 'requestsPerMinute'>, cost?: number): Promise<void>;
}

/**
 * @param fallback for keys without a limit of their own
 * @param refused called for each request that is refused
 */
export function createKeyLimits(
  fallback: number,
  refused: () => void = () => undefined,
): KeyLimits {
  const limiters = new Map<number, RateLimiterMemory>();
  return {
    async take({ id, requestsPerMinute: points = fallback }, cost = 1) {
      const limiter = limiters.get(points) ?? new RateLimiterMemory({ points, duration: 60 });
      limiters.set(points, limiter);
      try {
        await limiter.consume(id, cost);
      } catch (cause) {
        if (!(cause instanceof RateLimiterRes)) throw cause;
        refused();
        const message = `the API key ${id} may make ${points} requests a minute`;
        throw new FerrymanError('TOO_MANY_REQUESTS', message, { retryAfter: cause.msBeforeNext });
      }
    },
  };
}
