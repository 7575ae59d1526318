import type { ChainFacts, NetworkInfo } from '../../shared/formats/chain-facts.ts';

/**
 * Blocks are the masterchain's. There is no proof depth, because masterchain blocks are final.
 */
export interface TonChain extends ChainFacts {
  family: 'ton';
  /** Root hash of the masterchain's zero state, base64. It identifies the network. */
  genesis: string;
  /**
   * `global_id` (configuration parameter 19), -239 on the main network. V5 wallets sign it too.
   */
  networkId: number;
}

/** The native coin's address in routing services' notation. */
export const tonNativeToken = '0x0000000000000000000000000000000000000000';

export const tonChains: Readonly<Record<string, TonChain>> = {
  TON: {
    family: 'ton',
    name: 'TON',
    // The network's global id (namespaces.chainagnostic.org/tvm).
    caip2: 'tvm:-239',
    networkId: -239,
    // `init.root_hash` of toncenter's getMasterchainInfo; ton.org's global.config.json has it as
    // `zero_state.root_hash`.
    genesis: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
    nativeToken: { symbol: 'TON', decimals: 9, address: tonNativeToken },
    blockTimeMs: 5_000,
    progressDepth: 1,
    maxNetworkFee: 1_000_000_000n,
    maxDeclaredFee: 1_000_000_000n,
    explorerUrl: 'https://tonviewer.com',
  },
};

export const tonNetworkInfo: Readonly<Record<string, NetworkInfo>> = {
  TON: {
    title: 'TON',
    explorer: {
      transaction: 'https://tonviewer.com/transaction/{id}',
      account: 'https://tonviewer.com/{id}',
    },
  },
};
