import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';

/**
 * When the next block of a chain is to be looked at: as a subscription tells, or at the chain's
 * pace.
 */
export interface Heads {
  /** Subscribes, where an endpoint of the chain offers it. */
  start(): void;
  stop(): void;
  /**
   * Milliseconds until the next look without a word of the subscription. @param pace of looks
   * without one
   */
  pause(pace: number): number;
}

/** Block times without a block after which a subscription counts as silent. */
const silentBlocks = 3;
/** However fast blocks come, a subscription is silent only after this time, in milliseconds. */
const leastSilence = 1_000;

interface HeadsOptions {
  adapter: Pick<ChainAdapter, 'chain' | 'followHeads'>;
  outages: OutageLog;
  now: () => number;
  onHead: () => void;
}

/** A subscription that is silent, or that never spoke, gives way to polling until it speaks. */
export function createHeads({ adapter, outages, now, onHead }: HeadsOptions): Heads {
  const { name, blockTimeMs } = adapter.chain;
  const source = `blocks of ${name}`;
  const silentAfter = Math.max(leastSilence, silentBlocks * blockTimeMs);
  let end: (() => void) | undefined;
  let startedAt = 0;
  let heardAt: number | undefined;

  function heard(): void {
    heardAt = now();
    outages.succeeded(source);
    onHead();
  }

  return {
    start() {
      if (end || !adapter.followHeads) return;
      startedAt = now();
      end = adapter.followHeads(heard, silentAfter);
    },
    stop() {
      end?.();
      end = undefined;
      heardAt = undefined;
    },
    pause(pace) {
      const silentFor = now() - (heardAt ?? startedAt);
      if (heardAt !== undefined && silentFor < silentAfter) return silentAfter - silentFor;
      if (end && silentFor >= silentAfter) {
        const fault = new FerrymanError(
          'RPC_UNAVAILABLE',
          `no subscription tells the blocks of ${name}; it is polled`,
        );
        outages.failed(source, fault, { isOccasional: true });
      }
      // Several processes and chains that began together do not ask together.
      return pace * (0.75 + Math.random() / 2);
    },
  };
}
