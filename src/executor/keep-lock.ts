import type { SwapId } from '../core/swap/ids.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { ExecutorContext } from './context.ts';

export interface SwapLock {
  /** Whether this process still holds the lock, as far as it knows. */
  held(): boolean;
  /**
   * Stops the heartbeat and waits for a renewal that is under way: after the release it would lock
   * the swap again.
   */
  stop(): Promise<void>;
}

const source = 'renewal of locks';

/**
 * Renews a swap's lock while a worker advances the swap. Losing the lock is harmless: every write
 * checks the swap's version and every commit its lease. It only means that another worker has the
 * swap.
 */
export function keepLock(
  context: ExecutorContext<ScheduleStore>,
  swapId: SwapId,
  lockHolder: string,
): SwapLock {
  const { journal, policy, outages } = context;
  let held = true;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    try {
      held = await journal.lock(swapId, lockHolder, policy.deadAfter);
      outages.succeeded(source);
    } catch (cause) {
      outages.failed(source, cause, { isOccasional: true });
    }
    renewing = undefined;
  };
  const timer = setInterval(() => {
    // One renewal at a time: `stop` waits for it.
    renewing ??= renew();
  }, policy.deadAfter / 3);
  return {
    held: () => held,
    async stop() {
      clearInterval(timer);
      await renewing;
    },
  };
}
