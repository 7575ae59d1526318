import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import type { Blockchain } from './blockchain.ts';

/** Produces the blocks of a chain and its faults. */
export interface BlockProduction {
  /** Stops or resumes block production. */
  setMining(on: boolean): void;
  /** While on, blocks are empty: messages wait outside and traces stop. TON has no bids. */
  stall(on: boolean): void;
  /** Produces a number of blocks at once, even if block production is stopped. */
  mine(blocks: number): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
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
  let isStalled = false;

  const make = async (): Promise<void> => {
    const { seqno } = await blockchain.produce({ isStalled });
    heads.announce(BigInt(seqno));
  };

  const produce = async (): Promise<void> => {
    if (isMining) await make();
  };

  return {
    setMining(on) {
      isMining = on;
    },
    stall(on) {
      isStalled = on;
    },
    async mine(blocks) {
      for (let made = 0; made < blocks; made++) await make();
    },
    reorganize: (options) => blockchain.reorganize(options),
    stopped: produceAtIntervals({ intervalMs, signal, produce }),
  };
}
