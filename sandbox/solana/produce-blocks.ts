import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import type { Blockchain } from './blockchain.ts';

/** Produces the blocks of a chain and its faults. */
export interface BlockProduction {
  /** Stops or resumes block production. */
  setMining(on: boolean): void;
  /**
   * Excludes transactions that bid less, in millionths of a lamport per compute unit. They wait
   * until their blockhash is too old. Undefined: includes any bid again.
   */
  stall(computeUnitPrice: bigint | undefined): void;
  /** Produces a number of blocks at once, even if block production is stopped. */
  mine(blocks: number): void;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Reorganization<string>;
  /** Resolves when the signal has aborted and block production has stopped. */
  readonly stopped: Promise<void>;
}

interface ProductionOptions {
  readonly blockchain: Blockchain;
  readonly heads: AnnouncedHeads;
  readonly intervalMs: number;
  readonly signal: AbortSignal;
}

/** Produces a block at each interval, until the signal aborts. */
export function produceBlocks({
  blockchain,
  heads,
  intervalMs,
  signal,
}: ProductionOptions): BlockProduction {
  let isMining = true;
  let leastPrice: bigint | undefined;

  const make = (): void => {
    const { height } = blockchain.produce(leastPrice);
    heads.announce(BigInt(height));
  };

  const produce = (): void => {
    if (isMining) make();
  };

  return {
    setMining(on) {
      isMining = on;
    },
    stall(computeUnitPrice) {
      leastPrice = computeUnitPrice;
    },
    mine(blocks) {
      for (let made = 0; made < blocks; made++) make();
    },
    reorganize: (options) => blockchain.reorganize(options),
    stopped: produceAtIntervals({ intervalMs, signal, produce }),
  };
}
