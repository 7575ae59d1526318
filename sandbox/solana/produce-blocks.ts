import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import type { Blockchain } from './blockchain.ts';

/** Makes a chain's blocks, and the chain's misfortunes. */
export interface BlockProduction {
  /** Switches blocks off and on. */
  setMining(on: boolean): void;
  /**
   * From now on nothing gets into a block that bids less than this, in millionths of a lamport for
   * each compute unit; it waits until its blockhash is too old. Undefined: everything gets in
   * again.
   */
  stall(computeUnitPrice: bigint | undefined): void;
  /** Makes so many blocks at once, also where blocks are switched off. */
  mine(blocks: number): void;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Reorganization<string>;
  /** Resolves when the signal has aborted and nothing more is made. */
  readonly stopped: Promise<void>;
}

interface ProductionOptions {
  readonly blockchain: Blockchain;
  readonly heads: AnnouncedHeads;
  readonly intervalMs: number;
  readonly signal: AbortSignal;
}

/** Makes a block at each interval, until the signal aborts. */
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
