import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import { OWN_FEE_RATE } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';

/** Makes a chain's blocks, and the chain's misfortunes. */
export interface BlockProduction {
  /**
   * Switches blocks off and on. Resolves when the block in the making, if there is one, is made.
   */
  setMining(on: boolean): Promise<void>;
  /**
   * From now on nothing gets into a block that bids less than this, in satoshis for each virtual
   * byte, its own bid or that of a child which pays for it. Undefined: more than the sandbox's own
   * accounts bid, and than most people are ready to pay.
   */
  stall(leastFeeRate?: number): void;
  /** From now on everything gets in again. */
  endStall(): void;
  /** What nothing gets in below at the moment. */
  leastFeeRate(): number;
  /** Makes so many blocks at once, also where blocks are switched off. */
  mine(blocks: number): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
  /**
   * Lets the mempool forget a transaction and those that need it. @returns all that were forgotten
   */
  evict(txid: string): Promise<readonly string[]>;
  /** Resolves when the signal has aborted and nothing more is made. */
  readonly stopped: Promise<void>;
}

const STALLING_FEE_RATE = 2 * Number(OWN_FEE_RATE);

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
  let leastFeeRate = 0;
  let inTheMaking: Promise<void> | undefined;

  const make = async (): Promise<void> => {
    const { height } = await blockchain.produce(leastFeeRate);
    heads.announce(BigInt(height));
  };

  return {
    async setMining(on) {
      isMining = on;
      await inTheMaking;
    },
    stall(feeRate = STALLING_FEE_RATE) {
      leastFeeRate = feeRate;
    },
    endStall() {
      leastFeeRate = 0;
    },
    leastFeeRate: () => leastFeeRate,
    async mine(blocks) {
      for (let made = 0; made < blocks; made++) await make();
    },
    async reorganize(options) {
      const reorganization = await blockchain.reorganize(options);
      heads.announce(BigInt(blockchain.tip().height));
      return reorganization;
    },
    evict: (txid) => blockchain.evict(txid),
    stopped: produceAtIntervals({
      intervalMs,
      signal,
      produce: async () => {
        inTheMaking = isMining ? make() : undefined;
        await inTheMaking;
      },
    }),
  };
}
