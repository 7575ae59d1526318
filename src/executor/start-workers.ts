import type { SwapId } from '../core/swap/ids.ts';
import type { WorkerRole } from '../core/swap/roles.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';
import type { Lane } from '../ports/stores/lane-store.ts';
import { type AdvanceStores, advance } from './advance.ts';
import { carryOnWithoutQueue } from './carry-on-without-queue.ts';
import type { ExecutorContext } from './context.ts';
import type { TrackStores } from './follow-chain.ts';
import { type Admitted, serveLane } from './serve-lane.ts';
import { startLoop } from './start-loop.ts';
import { startSweeping } from './start-sweeping.ts';
import { startTracking } from './start-tracking.ts';
import { verifyJournal } from './verify-journal.ts';
import { withinReason } from './within-reason.ts';

export interface WorkerOptions {
  roles: readonly WorkerRole[];
  /** Swaps carried on at the same time by this process. */
  concurrency: number;
  /** Milliseconds between two sweeps over the journal's timers. */
  sweepInterval: number;
}

export interface Workers {
  /**
   * From this moment on nothing is signed. What is running is finished within seconds or given
   * back.
   */
  stop(): Promise<void>;
}

/**
 * Milliseconds between two looks whether the journal still knows what was signed here; they cost a
 * statement each.
 */
const compareEvery = 2_000;

/** Starts this process's share of the work. */
export async function startWorkers(
  context: ExecutorContext<AdvanceStores & TrackStores>,
  options: WorkerOptions,
): Promise<Workers> {
  const stops: (() => Promise<void>)[] = [];
  if (options.roles.includes('execute')) stops.push(await startExecuting(context, options));
  if (options.roles.includes('recover')) stops.push(startSweeping(context, options.sweepInterval));
  if (options.roles.includes('track')) stops.push(startTracking(context));
  let stopped: Promise<unknown> | undefined;
  return {
    async stop() {
      stopped ??= Promise.all(stops.map((stop) => stop()));
      await stopped;
    },
  };
}

async function startExecuting(
  context: ExecutorContext<AdvanceStores>,
  { concurrency, sweepInterval }: WorkerOptions,
): Promise<() => Promise<void>> {
  const { queue, logger, outages } = context;
  let stopping = false;
  const underWay = new Set<() => Promise<void>>();

  async function carryOn(swapId: SwapId, admitted?: Admitted): Promise<void> {
    const { stoppable, goOn, giveBack } = untilStopping(
      context,
      swapId,
      () => stopping,
      admitted?.lockHolder,
    );
    underWay.add(giveBack);
    try {
      const own = admitted?.calls ? { ...stoppable, calls: admitted.calls } : stoppable;
      await advance(own, swapId, { admitted, goOn });
      outages.succeeded('swaps');
    } catch (cause) {
      if (!stopping && isStoreDown(cause)) outages.failed('swaps', cause, { isOccasional: true });
      if (!stopping) throw cause;
      logger.debug({ swap: swapId, code: toFerrymanError(cause).code }, 'swap given back');
    } finally {
      underWay.delete(giveBack);
      if (stopping) await giveBack();
    }
  }

  const serve = async (lane: Lane): Promise<void> => {
    if (!stopping) await serveLane(context, lane, carryOn);
  };
  const listener = await queue.listen(
    { swap: (swapId) => carryOn(swapId), lane: serve },
    concurrency,
  );
  const alone = startLoop(
    { name: 'carry on without the queue', interval: sweepInterval, outages },
    () =>
      carryOnWithoutQueue(context, { swap: (swapId) => carryOn(swapId), lane: serve }, concurrency),
  );
  // What this process has signed only it may know; others go on with a journal that has forgotten
  // it.
  const comparing = startLoop(
    { name: 'compare the journal with the signing log', interval: compareEvery, outages },
    async () => {
      await verifyJournal(context);
    },
  );
  return async () => {
    stopping = true;
    await withinReason(Promise.all([listener.close(), alone.stop(), comparing.stop()]));
    await Promise.all([...underWay].map((giveBack) => giveBack()));
  };
}

/**
 * The context that one call of `advance` works with. Once the process is stopping, no snapshot is
 * read, no step begun and nothing signed in it; what was committed before is still sent. `goOn`
 * throws then. `giveBack` lets another process go on with the swap at once.
 */
function untilStopping(
  context: ExecutorContext<AdvanceStores>,
  swapId: SwapId,
  stopping: () => boolean,
  admittedFor: string | undefined,
) {
  const { journal, signer, mutex, logger } = context;
  let lockHolder = admittedFor;
  let isGivenBack = false;
  const goOn = (): void => {
    if (stopping())
      throw new FerrymanError('SIGNING_STOPPED', 'this process is stopping; another one goes on');
  };
  const stoppable: ExecutorContext<AdvanceStores> = {
    ...context,
    journal: {
      ...journal,
      async lock(id, holder, ttl) {
        // What is being finished still shows signs of life.
        return isGivenBack ? false : await journal.lock(id, holder, ttl);
      },
      async lockAndRead(id, holder, ttl) {
        // Nothing new is begun.
        if (stopping()) return undefined;
        const snapshot = await journal.lockAndRead(id, holder, ttl);
        if (snapshot) lockHolder = holder;
        goOn();
        return snapshot;
      },
      async snapshot(id) {
        goOn();
        return journal.snapshot(id);
      },
    },
    mutex: {
      run: (key, task) =>
        mutex.run(key, async () => {
          goOn();
          return task();
        }),
    },
    signer: {
      async signDigest(keyRef, digest) {
        goOn();
        return signer.signDigest(keyRef, digest);
      },
      async signTaproot(keyRef, digest) {
        goOn();
        return signer.signTaproot(keyRef, digest);
      },
      async signMessage(keyRef, message) {
        goOn();
        return signer.signMessage(keyRef, message);
      },
    },
  };
  return {
    stoppable,
    goOn,
    async giveBack() {
      if (lockHolder === undefined) return;
      isGivenBack = true;
      await journal.release(swapId, lockHolder, 0).catch((cause: unknown) => {
        logger.warn(
          { swap: swapId, code: toFerrymanError(cause).code },
          'lock not given back; it runs out by itself',
        );
      });
    },
  };
}
