import type { ChainFacts, NetworkInfo } from '../../shared/formats/chain-facts.ts';
import type { BitcoinNetwork } from './address.ts';

export interface BitcoinChain extends ChainFacts {
  family: 'bitcoin';
  /** Blocks on top of an included transaction after which it counts as final. */
  proofDepth: number;
  /** Hash of block 0, 64 hex digits. It identifies the network. */
  genesis: string;
  /** Decides the form of addresses. */
  network: BitcoinNetwork;
}

/** The native coin's address in routing services' notation. Bitcoin has no other token. */
export const bitcoinNativeToken = '0x0000000000000000000000000000000000000000';

/**
 * URL prefix of a Bitcoin Core node's JSON-RPC: `bitcoind+http://user:password@host:port`. Other
 * URLs are Esplora servers.
 */
export const bitcoindPrefix = 'bitcoind+';

export const bitcoinChains: Readonly<Record<string, BitcoinChain>> = {
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

export const bitcoinNetworks: Readonly<Record<string, NetworkInfo>> = {
  BITCOIN: {
    title: 'Bitcoin',
    explorer: {
      transaction: 'https://mempool.space/tx/{id}',
      account: 'https://mempool.space/address/{id}',
    },
  },
};
