import type { SwapId } from '../core/ids.ts';
import { advance } from './advance.ts';
import type { ExecutorContext } from './context.ts';
import { createChainObserver } from './observe-chain.ts';
import { startLoop } from './start-loop.ts';
import { sweep } from './sweep.ts';

/** `execute` carries swaps on; `track` observes the chains for all of them. */
type Role = 'execute' | 'track';

export interface WorkerOptions {
  roles: readonly Role[];
  /** Swaps carried on at the same time by this process. */
  concurrency: number;
  /** Milliseconds between two sweeps over the journal's timers. */
  sweepInterval: number;
}

export interface Workers {
  /** Takes nothing new, waits for what is running. */
  stop(): Promise<void>;
}

/** Starts this process's share of the work. */
export async function startWorkers(context: ExecutorContext, options: WorkerOptions): Promise<Workers> {
  const { logger, queue } = context;
  const stops: (() => Promise<void>)[] = [];
  if (options.roles.includes('execute')) {
    const listener = await queue.listen((swapId: SwapId) => advance(context, swapId), options.concurrency);
    const sweeping = startLoop('sweep', options.sweepInterval, () => sweep(context), logger);
    stops.push(
      () => sweeping.stop(),
      () => listener.close(),
    );
  }
  if (options.roles.includes('track')) {
    for (const [name, { chain }] of context.chains) {
      // However slow the blocks are, an observer shows signs of life.
      const interval = Math.min(chain.blockTimeMs, context.policy.deadAfter / 3);
      const observing = startLoop(`observe ${name}`, interval, createChainObserver(context, name), logger);
      stops.push(() => observing.stop());
    }
  }
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
