import { setTimeout as pause } from 'node:timers/promises';
import type { SwapId } from '../core/ids.ts';
import type { WorkerRole } from '../core/roles.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';
import { advance } from './advance.ts';
import { carryOnWithoutQueue } from './carry-on-without-queue.ts';
import type { ExecutorContext } from './context.ts';
import { createElection } from './election.ts';
import { createLine, type Place } from './line.ts';
import { createChainObserver } from './observe-chain.ts';
import { startLoop } from './start-loop.ts';
import { sweep } from './sweep.ts';
import { verifyJournal } from './verify-journal.ts';
import { wakeAll } from './wake.ts';
import { createDepositWatcher } from './watch-deposits.ts';

export interface WorkerOptions {
  roles: readonly WorkerRole[];
  /** Swaps carried on at the same time by this process. */
  concurrency: number;
  /** Milliseconds between two sweeps over the journal's timers. */
  sweepInterval: number;
}

export interface Workers {
  /** From this moment on nothing is signed. What is running is finished within seconds or given back. */
  stop(): Promise<void>;
}

/** For what is running when the workers stop, in milliseconds; the rest is given back unfinished. */
const finishWithin = 5_000;

/** Milliseconds between two looks whether the journal still knows what was signed here; they cost a statement each. */
const compareEvery = 2_000;

/**
 * Swaps of one wallet and chain that this process prepares at a time. One is signed while the routing service is asked for the next ones;
 * more would only let swap data grow old.
 */
const placesInLine = 4;

/** Starts this process's share of the work. */
export async function startWorkers(context: ExecutorContext, options: WorkerOptions): Promise<Workers> {
  const stops: (() => Promise<void>)[] = [];
  if (options.roles.includes('execute')) stops.push(await startExecuting(context, options));
  if (options.roles.includes('recover')) {
    const { outages } = context;
    const sweeping = startLoop({ name: 'sweep', interval: options.sweepInterval, outages }, () => sweep(context));
    stops.push(() => sweeping.stop());
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

async function startExecuting(
  context: ExecutorContext,
  { concurrency, sweepInterval }: WorkerOptions,
): Promise<() => Promise<void>> {
  const { queue, logger, outages } = context;
  let stopping = false;
  const underWay = new Set<() => Promise<void>>();

  const line = createLine(placesInLine, (swapId, place) => {
    carryOn(swapId, place).catch((cause: unknown) => {
      // The outage log has reported a store that is down.
      const level = isStoreDown(cause) ? 'debug' : 'warn';
      logger[level]({ swap: swapId, code: toFerrymanError(cause).code }, 'swap not carried on; the sweep will find it');
    });
  });

  async function carryOn(swapId: SwapId, place?: Place): Promise<void> {
    const { stoppable, giveBack } = untilStopping(context, swapId, () => stopping);
    underWay.add(giveBack);
    try {
      await advance(stoppable, swapId, { line, place });
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

  const listener = await queue.listen((swapId) => carryOn(swapId), concurrency);
  const alone = startLoop({ name: 'carry on without the queue', interval: sweepInterval, outages }, () =>
    carryOnWithoutQueue(context, (swapId) => carryOn(swapId), concurrency),
  );
  // What this process has signed only it may know; others go on with a journal that has forgotten it.
  const comparing = startLoop(
    { name: 'compare the journal with the ledger', interval: compareEvery, outages },
    async () => {
      await verifyJournal(context);
    },
  );
  return async () => {
    stopping = true;
    const left = line.close();
    await withinReason(Promise.all([listener.close(), alone.stop(), comparing.stop()]));
    await Promise.all([...underWay].map((giveBack) => giveBack()));
    // For other processes to go on with at once.
    await wakeAll(context, left);
  };
}

/**
 * The context that one call of `advance` works with. Once the process is stopping, no snapshot is read, no step begun and nothing
 * signed in it; what was committed before is still sent. `giveBack` lets another process go on with the swap at once.
 */
function untilStopping(context: ExecutorContext, swapId: SwapId, stopping: () => boolean) {
  const { journal, signer, gate, logger } = context;
  let claimant: string | undefined;
  let isGivenBack = false;
  const goOn = (): void => {
    if (stopping()) throw new FerrymanError('SIGNING_STOPPED', 'this process is stopping; another one goes on');
  };
  const stoppable: ExecutorContext = {
    ...context,
    journal: {
      ...journal,
      async claim(id, holder, ttl) {
        // Nothing new is begun; what is being finished still shows signs of life.
        if (isGivenBack || (stopping() && claimant === undefined)) return false;
        const claimed = await journal.claim(id, holder, ttl);
        if (claimed) claimant = holder;
        return claimed;
      },
      async snapshot(id) {
        goOn();
        return journal.snapshot(id);
      },
    },
    gate: {
      run: (key, task) =>
        gate.run(key, async () => {
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
    async giveBack() {
      if (claimant === undefined) return;
      isGivenBack = true;
      await journal.release(swapId, claimant, 0).catch((cause: unknown) => {
        logger.warn({ swap: swapId, code: toFerrymanError(cause).code }, 'claim not given back; it runs out by itself');
      });
    },
  };
}

/** One observer per chain; a stopping one makes room for the next at once. */
function startTracking(context: ExecutorContext): () => Promise<void> {
  const { chains, journal, holder, policy, logger, outages } = context;
  const observers = [...chains].map(([name, { chain }]) => {
    // However slow the blocks are, an observer shows signs of life.
    const interval = Math.min(chain.blockTimeMs, policy.deadAfter / 3);
    const isElected = createElection(context, name);
    const component = `chain ${name}`;
    const observing = startLoop(
      { name: `observe ${name}`, interval, outages, component },
      createChainObserver(context, name, isElected),
    );
    const watching = startLoop(
      {
        name: `watch deposits on ${name}`,
        interval: Math.min(policy.settlementPoll, policy.deadAfter / 3),
        outages,
        component,
      },
      createDepositWatcher(context, name, isElected),
    );
    return async (): Promise<void> => {
      await withinReason(Promise.all([observing.stop(), watching.stop()]));
      await journal.electObserver(name, holder, 0).catch((cause: unknown) => {
        const { code } = toFerrymanError(cause);
        logger.warn({ chain: name, code }, 'chain not handed over; the election runs out by itself');
      });
    };
  });
  return async () => {
    await Promise.all(observers.map((stop) => stop()));
  };
}

/** Waits, but no longer than a stopping process has. */
async function withinReason(finished: Promise<unknown>): Promise<void> {
  await Promise.race([finished, pause(finishWithin, undefined, { ref: false })]);
}
