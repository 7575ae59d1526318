import type { ChainFacts, NetworkInfo } from '../../shared/formats/chain-facts.ts';

/** Depths are slots. There is no proof depth: the chain reports finality (`finalized`). */
export interface SolanaChain extends ChainFacts {
  family: 'solana';
  /** Genesis hash, base58. It identifies the cluster. */
  genesis: string;
}

/** The native coin's address in routing services' notation. */
export const solanaNativeToken = 'So11111111111111111111111111111111111111111';

export const solanaChains: Readonly<Record<string, SolanaChain>> = {
  SOLANA: {
    family: 'solana',
    name: 'SOLANA',
    // The first 32 characters of the genesis hash (namespaces.chainagnostic.org/solana).
    caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    nativeToken: { symbol: 'SOL', decimals: 9, address: solanaNativeToken },
    wrappedNative: 'So11111111111111111111111111111111111111112',
    blockTimeMs: 400,
    progressDepth: 1,
    // A priority fee of 0.005 SOL (S09), beside what signatures cost.
    maxNetworkFee: 5_100_000n,
    maxDeclaredFee: 20_000_000n,
    explorerUrl: 'https://solscan.io',
  },
};

export const solanaNetworks: Readonly<Record<string, NetworkInfo>> = {
  SOLANA: {
    title: 'Solana',
    explorer: {
      transaction: 'https://solscan.io/tx/{id}',
      account: 'https://solscan.io/account/{id}',
    },
  },
};
