import type { ErrorGroup } from 'ferryman-client';
import type { SwapFilter } from '../swaps/swap-filter.ts';

/**
 * The filter that finds the swaps of a group. Those of a group without a provider cannot be told
 * from others of the same code: the list has both.
 */
export function filterOf({ state, code, provider, first }: ErrorGroup): SwapFilter {
  return {
    state,
    error: code,
    updatedAfter: first,
    ...(provider === undefined ? {} : { provider }),
  };
}

const retried: readonly ErrorGroup['state'][] = ['failed', 'expired', 'cancelled', 'needs_review'];

/**
 * Whether a retry may help. A refunded swap has paid once and is never retried; others go on by
 * themselves, or wait for something else. The service judges each swap by itself.
 */
export function canRetry({ state }: ErrorGroup): boolean {
  return retried.includes(state);
}
