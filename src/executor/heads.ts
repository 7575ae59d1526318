import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';

/** When to poll a chain next: as a subscription reports heads, or at the chain's pace. */
export interface Heads {
  /** Subscribes, if an endpoint of the chain offers it. */
  start(): void;
  stop(): void;
  /**
   * Milliseconds until the next poll if no head is reported.
   * @param pace between polls without a subscription
   */
  pause(pace: number): number;
}

/** Block times without a head after which a subscription counts as silent. */
const silentBlocks = 3;
/** Least milliseconds without a head before a subscription counts as silent. */
const leastSilence = 1_000;

interface HeadsOptions {
  adapter: Pick<ChainAdapter, 'chain' | 'followHeads'>;
  outages: OutageLog;
  now: () => number;
  onHead: () => void;
}

/** While a subscription is silent, or has not reported a head yet, the chain is polled. */
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
          `no subscription reports the blocks of ${name}; Ferryman polls the chain`,
        );
        outages.failed(source, fault, { isOccasional: true });
      }
      // Jitter, so that processes and chains that started together do not poll together.
      return pace * (0.75 + Math.random() / 2);
    },
  };
}
