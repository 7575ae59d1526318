/** What is known of a chain of any family. */
export interface ChainFacts {
  /** A chain's identifier in the routing service's interface, such as `ETH`. */
  name: string;
  /** CAIP-2, such as `eip155:1`. */
  caip2: string;
  nativeToken: { symbol: string; decimals: number; address: string };
  /** The canonical wrapped form of the native coin: the one token that may be called directly. */
  wrappedNative?: string;
  blockTimeMs: number;
  /** Blocks on top of inclusion after which the next step may start. */
  progressDepth: number;
  /** Cap on the network fee of one transaction, in native base units. */
  maxNetworkFee: bigint;
  /** Cap on the native fees that an order declares beside the network's, in native base units. */
  maxDeclaredFee: bigint;
  explorerUrl?: string;
  /**
   * The only contracts that an allowance may be given to. Absent: any contract that the router
   * names, for exactly what is needed.
   */
  spenders?: readonly string[];
}

/** What a chain calls itself, and where it can be looked at and asked, by its own word. */
export interface NetworkInfo {
  title: string;
  testnet?: true;
  explorer?: Explorer;
  /** A public endpoint: good for a try, and for no business. */
  rpcUrl?: string;
}

/** Pages of an explorer; `{id}` stands for the transaction's or the account's. */
export interface Explorer {
  transaction: string;
  account: string;
}
