import type { SwapId } from '../core/swap/ids.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { ExecutorContext } from './context.ts';

export interface SwapLock {
  /** Whether nobody else has taken the swap meanwhile, as far as is known. */
  held(): boolean;
  /**
   * Waits for the last sign of life: given after the swap has been given back, it would take the
   * swap again for nobody.
   */
  stop(): Promise<void>;
}

const source = 'renewal of locks';

/**
 * Renews a lock as a sign of life while a swap is worked on. Losing it is no danger, since every
 * write checks the swap's version and every commit its lease; it only means that somebody else
 * works on the swap now.
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
    // One at a time: `stop` waits for all there are.
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
