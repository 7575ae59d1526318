import type { Blockchain } from '../blockchain.ts';

/** The options and the sync state of a Bitcoin Core node. */
export interface BitcoindState {
  /** `-txindex`. */
  readonly txindex: IndexState;
  /** `-blockfilterindex`. */
  readonly blockFilters: IndexState;
  readonly isWarmingUp: boolean;
  readonly isDownloading: boolean;
  readonly isMempoolLoaded: boolean;
  /** Whether another client's scan runs. */
  readonly isScanning: boolean;
}

type IndexState = 'off' | 'building' | 'on';

/** All indexes are on and complete. */
export const READY: BitcoindState = {
  txindex: 'on',
  blockFilters: 'on',
  isWarmingUp: false,
  isDownloading: false,
  isMempoolLoaded: true,
  isScanning: false,
};

export interface BitcoindContext {
  readonly blockchain: Blockchain;
  /** How many of the newest blocks the node does not have yet. */
  readonly blocksBehind: () => number;
  /** The minimum fee rate of the next block, in satoshis per virtual byte. */
  readonly leastFeeRate: () => number;
  readonly state: () => BitcoindState;
}
