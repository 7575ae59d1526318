import { sameAccount } from './same-account.ts';

/** What Ferryman knows of each chain by itself; endpoints and local chain ids come from the configuration. */

export type Family = 'evm';

/** A chain's identifier in the routing service's interface, such as `ETH` or `ARBITRUM`. */
export type ChainName = string;

/** A token's address in its family's canonical form; the native coin has a fixed form per family. */
export type TokenAddress = string;

/** A chain's facts as the executor works with them: registry entry plus configuration. */
export interface Chain {
  name: ChainName;
  family: Family;
  /** CAIP-2, such as `eip155:1`. */
  caip2: string;
  /** EIP-155 chain id. */
  chainId: number;
  nativeToken: { symbol: string; decimals: number; address: TokenAddress };
  /** The canonical wrapped form of the native coin: the one token that may be called directly. */
  wrappedNative?: TokenAddress;
  blockTimeMs: number;
  /** Blocks on top of inclusion after which the next step may start. */
  progressDepth: number;
  /** Blocks on top of inclusion after which inclusion counts as irreversible: death, final failure, settled. */
  proofDepth: number;
  transactionType: 'eip1559' | 'legacy';
  /** How much dearer a replacement must be, in basis points, on every fee field (rounded up). */
  replacementBps: number;
  explorerUrl?: string;
  /** The only contracts that an allowance may be given to; absent: any contract that the router names, for exactly what is needed. */
  spenders?: readonly string[];
}

/** EVM form of "the native coin": the zero address (router interface 2.1). */
export const evmNativeToken: TokenAddress = '0x0000000000000000000000000000000000000000';

const evm = { family: 'evm', replacementBps: 1_250, transactionType: 'eip1559' } as const;
const ether = { symbol: 'ETH', decimals: 18, address: evmNativeToken } as const;

/** Registry: mainnet values; a configuration may replace ids, depths and times of a chain (sandbox, testnets). */
export const chainRegistry: Readonly<Record<ChainName, Chain>> = {
  ETH: {
    ...evm,
    name: 'ETH',
    caip2: 'eip155:1',
    chainId: 1,
    nativeToken: ether,
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    blockTimeMs: 12_000,
    progressDepth: 1,
    // Two epochs of 32 slots: the usual distance of the `finalized` tag (ethereum.org, proof-of-stake finality).
    proofDepth: 64,
    explorerUrl: 'https://etherscan.io',
  },
  POLYGON: {
    ...evm,
    name: 'POLYGON',
    caip2: 'eip155:137',
    chainId: 137,
    nativeToken: { symbol: 'POL', decimals: 18, address: evmNativeToken },
    wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    blockTimeMs: 2_000,
    progressDepth: 8,
    // Milestones settle a block within seconds; and standard nodes trace native payouts about 128 blocks back.
    proofDepth: 96,
    explorerUrl: 'https://polygonscan.com',
  },
  ARBITRUM: {
    ...evm,
    name: 'ARBITRUM',
    caip2: 'eip155:42161',
    chainId: 42_161,
    nativeToken: ether,
    wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    blockTimeMs: 250,
    progressDepth: 4,
    proofDepth: 4_800,
    explorerUrl: 'https://arbiscan.io',
  },
};

/** Whether a token, by whatever spelling of its address, is the native coin. */
export function isNativeToken({ family, nativeToken }: Pick<Chain, 'family' | 'nativeToken'>, token: string): boolean {
  return sameAccount(family, token, nativeToken.address);
}
