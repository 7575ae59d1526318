import type { AnnouncedHeads } from '../chains/create-heads.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type { Reorganization, ReorganizeOptions } from '../chains/reorganization.ts';
import { OWN_FEE_RATE } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';

/** Produces the blocks of a chain and its faults. */
export interface BlockProduction {
  /** Stops or resumes block production. Resolves when a block in progress is done. */
  setMining(on: boolean): Promise<void>;
  /**
   * Excludes transactions that bid less, in satoshis per virtual byte, unless a CPFP child pays for
   * them. Default: more than the sandbox's own accounts bid, and than most users would pay.
   */
  stall(leastFeeRate?: number): void;
  /** Includes transactions of any bid again. */
  endStall(): void;
  /** The current minimum fee rate, in satoshis per virtual byte. */
  leastFeeRate(): number;
  /** Mines a number of blocks at once, even if block production is stopped. */
  mine(blocks: number): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
  /**
   * Evicts a transaction with its descendants from the mempool.
   * @returns all evicted
   */
  evict(txid: string): Promise<readonly string[]>;
  /** Resolves when the signal has aborted and block production has stopped. */
  readonly stopped: Promise<void>;
}

const STALLING_FEE_RATE = 2 * Number(OWN_FEE_RATE);

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
