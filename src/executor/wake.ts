import type { SwapId } from '../core/ids.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';
import type { ExecutorContext } from './context.ts';

type Needs = Pick<ExecutorContext, 'queue' | 'logger' | 'outages'>;

const source = 'wake-up calls';

/** Calls for a swap whose timer the journal has set already: what the queue does not take costs a sweep's delay, nothing else. */
export async function wake(context: Needs, call: { swapId: SwapId; version: number; delay?: number }): Promise<void> {
  try {
    await context.queue.wake(call);
    context.outages.succeeded(source);
  } catch (cause) {
    const { code } = toFerrymanError(cause);
    if (isStoreDown(cause)) context.outages.failed(source, cause, { isOccasional: true });
    const level = isStoreDown(cause) ? 'debug' : 'warn';
    context.logger[level]({ swap: call.swapId, code }, 'wake-up not queued; the sweep will find the swap');
  }
}

export async function wakeAll(context: Needs, calls: readonly { swapId: SwapId; version: number }[]): Promise<void> {
  await Promise.all(calls.map((call) => wake(context, call)));
}
