import type { BitcoinNetwork } from '../families/bitcoin/formats/address.ts';
import { evmChains, evmNativeToken } from './registry/evm-chains.ts';
import { sameAccount } from './same-account.ts';

/** What Ferryman knows of each chain by itself; endpoints and local chain ids come from the configuration. */

export const families = ['evm', 'tron', 'solana', 'ton', 'bitcoin'] as const;
export type Family = (typeof families)[number];

/** A chain's identifier in the routing service's interface, such as `ETH` or `ARBITRUM`. */
export type ChainName = string;

/** A token's address in its family's canonical form; the native coin has a fixed form per family. */
export type TokenAddress = string;

/** What is known of a chain of any family. */
interface ChainFacts {
  name: ChainName;
  /** CAIP-2, such as `eip155:1`. */
  caip2: string;
  nativeToken: { symbol: string; decimals: number; address: TokenAddress };
  /** The canonical wrapped form of the native coin: the one token that may be called directly. */
  wrappedNative?: TokenAddress;
  blockTimeMs: number;
  /** Blocks on top of inclusion after which the next step may start. */
  progressDepth: number;
  /** Cap on the network fee of one transaction, in native base units. */
  maxNetworkFee: bigint;
  /** Cap on the native fees that an order declares beside the network's, in native base units. */
  maxDeclaredFee: bigint;
  explorerUrl?: string;
  /** The only contracts that an allowance may be given to; absent: any contract that the router names, for exactly what is needed. */
  spenders?: readonly string[];
}

export interface EvmChain extends ChainFacts {
  family: 'evm';
  /** EIP-155 chain id. */
  chainId: number;
  /** Blocks on top of inclusion after which inclusion counts as irreversible: death, final failure, settled. */
  proofDepth: number;
  transactionType: 'eip1559' | 'legacy';
  /** How much dearer a replacement must be, in basis points, on every fee field (rounded up). */
  replacementBps: number;
}

export interface TronChain extends ChainFacts {
  family: 'tron';
  /** Blocks by which the solidified one is behind; the chain itself says which one that is. */
  proofDepth: number;
  /** Id of block 0, 64 hex digits: what tells networks apart. */
  genesis: string;
}

/** Depths are slots, and none is a depth of proof: what is final the chain itself says (commitment `finalized`). */
export interface SolanaChain extends ChainFacts {
  family: 'solana';
  /** Hash of the genesis, base58: what tells clusters apart. */
  genesis: string;
  /** Programs that a router's transaction may call beside the native ones, by address. */
  programs: readonly string[];
}

/** Blocks are the masterchain's, and none is a depth of proof: a block of the masterchain is never taken back. */
export interface TonChain extends ChainFacts {
  family: 'ton';
  /** Root hash of the masterchain's zero state, base64: what tells networks apart. */
  genesis: string;
  /** What wallets of version 5 sign beside it (`global_id`, configuration parameter 19): -239 on the main network. */
  networkId: number;
}

export interface BitcoinChain extends ChainFacts {
  family: 'bitcoin';
  /** Blocks on top of inclusion after which inclusion counts as irreversible. */
  proofDepth: number;
  /** Hash of block 0, 64 hex digits: what tells networks apart. */
  genesis: string;
  /** Which addresses are the network's. */
  network: BitcoinNetwork;
}

/** A chain's facts as the executor works with them: registry entry plus configuration. */
export type Chain = EvmChain | TronChain | SolanaChain | TonChain | BitcoinChain;

export { evmNativeToken };

/** TRON form of "the native coin": the account of twenty zero bytes. */
export const tronNativeToken: TokenAddress = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** Solana form of "the native coin": the system program's address with a last byte of one, as routing services write it. */
export const solanaNativeToken: TokenAddress = 'So11111111111111111111111111111111111111111';

/** TON form of "the native coin": the zero address, as routing services write it. */
export const tonNativeToken: TokenAddress = '0x0000000000000000000000000000000000000000';

/** Bitcoin form of "the native coin", the only one there is: the zero address, as routing services write it. */
export const bitcoinNativeToken: TokenAddress = '0x0000000000000000000000000000000000000000';

/**
 * Stands before the address of an endpoint of Bitcoin that is a node of Bitcoin Core, asked by its JSON-RPC: `bitcoind+http://user:password@host:port`. Others are
 * servers of Esplora.
 */
export const bitcoindPrefix = 'bitcoind+';

/** By family: how "the native coin" is written. */
export const nativeTokens: Readonly<Record<Family, TokenAddress>> = {
  evm: evmNativeToken,
  tron: tronNativeToken,
  solana: solanaNativeToken,
  ton: tonNativeToken,
  bitcoin: bitcoinNativeToken,
};

/** Registry: mainnet values; a configuration may replace ids, depths and times of a chain (sandbox, testnets). */
export const chainRegistry: Readonly<Record<ChainName, Chain>> = {
  ...evmChains,
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
    // A block is solidified once 19 of the 27 representatives have built on it (developers.tron.network).
    proofDepth: 19,
    maxNetworkFee: 150_000_000n,
    maxDeclaredFee: 50_000_000n,
    explorerUrl: 'https://tronscan.org',
  },
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
    maxNetworkFee: 5_000_000n,
    maxDeclaredFee: 20_000_000n,
    explorerUrl: 'https://solscan.io',
    programs: ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'],
  },
  TON: {
    family: 'ton',
    name: 'TON',
    // The network's global id (namespaces.chainagnostic.org/tvm).
    caip2: 'tvm:-239',
    networkId: -239,
    // `init.root_hash` of toncenter's getMasterchainInfo; ton.org's global.config.json has it as `zero_state.root_hash`.
    genesis: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
    nativeToken: { symbol: 'TON', decimals: 9, address: tonNativeToken },
    blockTimeMs: 5_000,
    progressDepth: 1,
    maxNetworkFee: 1_000_000_000n,
    maxDeclaredFee: 1_000_000_000n,
    explorerUrl: 'https://tonviewer.com',
  },
  BITCOIN: {
    family: 'bitcoin',
    name: 'BITCOIN',
    // The first 32 digits of block 0's hash (namespaces.chainagnostic.org/bip122).
    caip2: 'bip122:000000000019d6689c085ae165831e93',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    network: 'mainnet',
    nativeToken: { symbol: 'BTC', decimals: 8, address: bitcoinNativeToken },
    blockTimeMs: 600_000,
    progressDepth: 1,
    proofDepth: 6,
    maxNetworkFee: 100_000n,
    maxDeclaredFee: 100_000n,
    explorerUrl: 'https://mempool.space',
  },
};

/** Whether a token, by whatever spelling of its address, is the native coin. */
export function isNativeToken({ family, nativeToken }: Pick<Chain, 'family' | 'nativeToken'>, token: string): boolean {
  return sameAccount(family, token, nativeToken.address);
}
