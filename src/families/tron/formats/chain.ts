import type { ChainFacts, NetworkInfo } from '../../shared/formats/chain-facts.ts';

export interface TronChain extends ChainFacts {
  family: 'tron';
  /**
   * Usual distance of the solidified block from the newest, in blocks. The chain reports which
   * block is solidified.
   */
  proofDepth: number;
  /** Id of block 0, 64 hex digits: identifies the network. */
  genesis: string;
}

/** The native coin as a token address: the account of twenty zero bytes. */
export const tronNativeToken = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

export const tronChains: Readonly<Record<string, TronChain>> = {
  TRON: {
    family: 'tron',
    name: 'TRON',
    // The last four bytes of the genesis block's id (namespaces.chainagnostic.org/tron).
    caip2: 'tron:0x2b6653dc',
    genesis: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    nativeToken: { symbol: 'TRX', decimals: 6, address: tronNativeToken },
    wrappedNative: 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
    blockTimeMs: 3_000,
    progressDepth: 1,
    // A block is solidified once 19 of the 27 representatives have built on it
    // (developers.tron.network).
    proofDepth: 19,
    maxNetworkFee: 150_000_000n,
    maxDeclaredFee: 50_000_000n,
    explorerUrl: 'https://tronscan.org',
  },
};

export const tronNetworks: Readonly<Record<string, NetworkInfo>> = {
  TRON: {
    title: 'TRON',
    explorer: {
      transaction: 'https://tronscan.org/#/transaction/{id}',
      account: 'https://tronscan.org/#/address/{id}',
    },
  },
};
