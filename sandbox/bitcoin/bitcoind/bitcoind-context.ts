import type { Blockchain } from '../blockchain.ts';

/** What a node of Bitcoin Core was started with, and how far it is. */
export interface BitcoindState {
  /** `-txindex`. */
  readonly txindex: IndexState;
  /** `-blockfilterindex`. */
  readonly blockFilters: IndexState;
  readonly isWarmingUp: boolean;
  readonly isDownloading: boolean;
  readonly isMempoolLoaded: boolean;
  /** Somebody else's scan runs. */
  readonly isScanning: boolean;
}

type IndexState = 'off' | 'building' | 'on';

/** With everything that is needed, and done. */
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
  /** How many of the newest blocks the node has not seen yet. */
  readonly blocksBehind: () => number;
  /** What nothing gets into a block below, in satoshis for each virtual byte. */
  readonly leastFeeRate: () => number;
  readonly state: () => BitcoindState;
}
