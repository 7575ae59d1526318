import type { SwapId } from '../core/swap/ids.ts';
import type { WorkerRole } from '../core/swap/roles.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';
import type { Lane } from '../ports/stores/lane-store.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import { type AdvanceStores, advance } from './advance.ts';
import { advanceWithoutQueue } from './advance-without-queue.ts';
import { type BulkStores, startBulkActions } from './bulk/start-bulk-actions.ts';
import type { ExecutorContext } from './context.ts';
import type { TrackStores } from './follow-chain.ts';
import { announceGate } from './gate/announce-gate.ts';
import { type Admitted, serveLane } from './serve-lane.ts';
import { startLoop } from './start-loop.ts';
import { startSweeping } from './start-sweeping.ts';
import { startTracking } from './start-tracking.ts';
import { verifyJournal } from './verify-journal.ts';
import {
  type DeliverStores,
  startDelivering,
  type WebhookTools,
} from './webhooks/start-delivering.ts';
import { withinReason } from './within-reason.ts';

export interface WorkerOptions {
  roles: readonly WorkerRole[];
  /** Swaps that this process advances at the same time. */
  concurrency: number;
  /** Milliseconds between two sweeps over the journal's timers. */
  sweepInterval: number;
}

export interface Workers {
  /** Signs nothing from now on. Running work is finished within seconds or released. */
  stop(): Promise<void>;
}

/** Milliseconds between two comparisons of journal and signing log; each costs one statement. */
const compareEvery = 2_000;

/** Starts this process's share of the work. */
export async function startWorkers(
  context: ExecutorContext<AdvanceStores & TrackStores & BulkStores & DeliverStores>,
  options: WorkerOptions,
  webhooks: WebhookTools,
): Promise<Workers> {
  const stops: (() => Promise<void>)[] = [];
  if (options.roles.includes('execute')) {
    // Not awaited: endpoints may take long, or be down.
    void announceGate(context);
    stops.push(await startExecuting(context, options));
  }
  if (options.roles.includes('recover')) {
    stops.push(startRecovering(context, options));
    stops.push(startDelivering(context, webhooks));
  }
  if (options.roles.includes('track')) stops.push(startTracking(context));
  let stopped: Promise<unknown> | undefined;
  return {
    async stop() {
      stopped ??= Promise.all(stops.map((stop) => stop()));
      await stopped;
    },
  };
}

function startRecovering(
  context: ExecutorContext<ScheduleStore & BulkStores>,
  { sweepInterval }: WorkerOptions,
): () => Promise<void> {
  const bulk = startBulkActions(context);
  const stopSweeping = startSweeping(context, sweepInterval, () => bulk.wake());
  return async () => {
    await Promise.all([stopSweeping(), bulk.stop()]);
  };
}

async function startExecuting(
  context: ExecutorContext<AdvanceStores>,
  { concurrency, sweepInterval }: WorkerOptions,
): Promise<() => Promise<void>> {
  const { queue, logger, outages } = context;
  let stopping = false;
  const underWay = new Set<() => Promise<void>>();

  async function advanceSwap(swapId: SwapId, admitted?: Admitted): Promise<void> {
    const { stoppable, assertRunning, releaseLock } = stoppableContext(
      context,
      swapId,
      () => stopping,
      admitted?.lockHolder,
    );
    underWay.add(releaseLock);
    try {
      const own = admitted?.calls ? { ...stoppable, calls: admitted.calls } : stoppable;
      await advance(own, swapId, { admitted, assertRunning });
      outages.succeeded('swaps');
    } catch (cause) {
      if (!stopping && isStoreDown(cause)) outages.failed('swaps', cause, { isOccasional: true });
      if (!stopping) throw cause;
      logger.debug({ swap: swapId, code: toFerrymanError(cause).code }, 'swap released');
    } finally {
      underWay.delete(releaseLock);
      if (stopping) await releaseLock();
    }
  }

  const serve = async (lane: Lane): Promise<void> => {
    if (!stopping) await serveLane(context, lane, advanceSwap);
  };
  const listener = await queue.listen(
    { swap: (swapId) => advanceSwap(swapId), lane: serve },
    concurrency,
  );
  const withoutQueue = startLoop(
    { name: 'advance without the queue', interval: sweepInterval, outages },
    () =>
      advanceWithoutQueue(
        context,
        { swap: (swapId) => advanceSwap(swapId), lane: serve },
        concurrency,
      ),
  );
  // Only this process may know what it signed; others would go on with a rolled back journal.
  const comparing = startLoop(
    { name: 'compare the journal with the signing log', interval: compareEvery, outages },
    async () => {
      await verifyJournal(context);
    },
  );
  return async () => {
    stopping = true;
    await withinReason(Promise.all([listener.close(), withoutQueue.stop(), comparing.stop()]));
    await Promise.all([...underWay].map((releaseLock) => releaseLock()));
  };
}

/**
 * The context of one `advance` call. Once the process is stopping, it reads no snapshot, begins no
 * step and signs nothing; what was committed before is still sent. `assertRunning` throws then.
 * `releaseLock` lets another process go on with the swap at once.
 */
function stoppableContext(
  context: ExecutorContext<AdvanceStores>,
  swapId: SwapId,
  stopping: () => boolean,
  admittedFor: string | undefined,
) {
  const { journal, signer, mutex, logger } = context;
  let lockHolder = admittedFor;
  let isReleased = false;
  const assertRunning = (): void => {
    if (stopping())
      throw new FerrymanError(
        'SIGNING_STOPPED',
        'this process is stopping; another one goes on with the swap',
      );
  };
  const stoppable: ExecutorContext<AdvanceStores> = {
    ...context,
    journal: {
      ...journal,
      async lock(id, holder, ttl) {
        // Work that is being finished keeps its lock.
        return isReleased ? false : await journal.lock(id, holder, ttl);
      },
      async lockAndRead(id, holder, ttl) {
        if (stopping()) return undefined;
        const snapshot = await journal.lockAndRead(id, holder, ttl);
        if (snapshot) lockHolder = holder;
        assertRunning();
        return snapshot;
      },
      async snapshot(id) {
        assertRunning();
        return journal.snapshot(id);
      },
    },
    mutex: {
      run: (key, task) =>
        mutex.run(key, async () => {
          assertRunning();
          return task();
        }),
    },
    signer: {
      async sign(request) {
        assertRunning();
        return signer.sign(request);
      },
    },
  };
  return {
    stoppable,
    assertRunning,
    async releaseLock() {
      if (lockHolder === undefined) return;
      isReleased = true;
      await journal.release(swapId, lockHolder, 0).catch((cause: unknown) => {
        logger.warn(
          { swap: swapId, code: toFerrymanError(cause).code },
          'lock not released; it expires by itself',
        );
      });
    },
  };
}
