import type { SwapId } from '../core/swap/ids.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';
import type { Dispatched } from '../ports/queue.ts';
import type { DueLane } from '../ports/stores/lane-store.ts';
import type { ExecutorContext } from './context.ts';

type Needs = Pick<ExecutorContext, 'queue' | 'logger' | 'outages'>;

const source = 'dispatches';

/**
 * Queues a swap whose timer the journal has already set. If the queue fails, the sweep finds the
 * swap a little later.
 */
export async function dispatch(
  context: Needs,
  call: { swapId: SwapId; version: number; delay?: number },
): Promise<void> {
  await tryToDispatch(context, { swap: call.swapId }, () => context.queue.dispatch(call));
}

export async function dispatchAll(
  context: Needs,
  calls: readonly { swapId: SwapId; version: number }[],
): Promise<void> {
  await Promise.all(calls.map((call) => dispatch(context, call)));
}

/** Queues a lane that is due in the journal already. */
export async function dispatchLane(context: Needs, lane: DueLane): Promise<void> {
  await tryToDispatch(context, { wallet: lane.walletId, chain: lane.chain }, () =>
    context.queue.dispatchLane(lane),
  );
}

export async function dispatchLanes(context: Needs, lanes: readonly DueLane[]): Promise<void> {
  await Promise.all(lanes.map((lane) => dispatchLane(context, lane)));
}

async function tryToDispatch(
  { logger, outages }: Needs,
  subject: Readonly<Record<string, string>>,
  call: () => Promise<Dispatched>,
): Promise<void> {
  try {
    // A swap that this process serves itself says nothing about Redis.
    if ((await call()) === 'queued') outages.succeeded(source);
  } catch (cause) {
    const { code } = toFerrymanError(cause);
    if (isStoreDown(cause)) outages.failed(source, cause, { isOccasional: true });
    const level = isStoreDown(cause) ? 'debug' : 'warn';
    logger[level]({ ...subject, code }, 'dispatch not queued; the sweep finds it later');
  }
}
