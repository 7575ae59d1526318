import type { Observation } from '../../core/decide/decision.ts';
import type { Swap } from '../../core/swap/swap.ts';
import type { ExecutorContext } from '../context.ts';
import { findUncovered } from './find-uncovered.ts';

/**
 * After a failure, what the wallet lacks to cover the job: a swap that its wallet cannot cover
 * costs one round of calls. Throws what `findUncovered` throws.
 */
export async function findLikelyShortage(
  context: ExecutorContext,
  swap: Swap,
): Promise<Observation | undefined> {
  return mayBeShort(swap) ? findUncovered(context, swap.job) : undefined;
}

/**
 * Whether the last round failed before the payment was planned, which checks the balance anyway. An
 * order that expired here had usually come as far as that.
 */
function mayBeShort({ consecutiveFailures, reason }: Swap): boolean {
  const code = reason?.code ?? '';
  if (consecutiveFailures === 0 || code === 'ROUTER_QUOTE_EXPIRED') return false;
  return code.startsWith('ROUTER_') || code === 'QUOTE_BELOW_MINIMUM';
}
