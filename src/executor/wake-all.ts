import type { SwapId } from '../core/ids.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ExecutorContext } from './context.ts';

/** Wakes swaps whose timers the journal has set due; what the queue does not take, the sweep finds. */
export async function wakeAll(
  context: Pick<ExecutorContext, 'queue' | 'logger'>,
  calls: readonly { swapId: SwapId; version: number }[],
): Promise<void> {
  const results = await Promise.allSettled(calls.map((call) => context.queue.wake(call)));
  for (const result of results) {
    if (result.status === 'rejected') {
      context.logger.warn(
        { code: toFerrymanError(result.reason).code },
        'wake-up not queued; the sweep will find the swap',
      );
    }
  }
}
