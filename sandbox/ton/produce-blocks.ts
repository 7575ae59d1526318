import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import type { Blockchain } from './blockchain.ts';

/** Makes a chain's blocks, and the chain's misfortunes. */
export interface BlockProduction {
  /** Switches blocks off and on. */
  setMining(on: boolean): void;
  /**
   * While it is on, blocks are empty: messages wait outside, and traces stop where they are. Nobody
   * can bid for a place.
   */
  stall(on: boolean): void;
  /** Makes so many blocks at once, also where blocks are switched off. */
  mine(blocks: number): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
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
