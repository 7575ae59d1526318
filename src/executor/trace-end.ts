import type { Swap, SwapState } from '../core/swap/swap.ts';
import type { Tracing } from '../ports/tracing.ts';

/**
 * This process has ended a swap, so it records the swap's own span: once, though more money may open
 * the swap again.
 * @param swap as it was before, or is now
 */
export function traceEnd(
  tracing: Tracing | undefined,
  swap: Pick<Swap, 'id' | 'createdAt' | 'endedAs'>,
  state: SwapState,
): void {
  if (swap.endedAs === undefined) tracing?.ended(swap, { 'ferryman.swap.state': state });
}
