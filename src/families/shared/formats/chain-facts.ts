/** Facts that chains of every family have. */
export interface ChainFacts {
  /** The router's identifier of the chain, such as `ETH`. */
  name: string;
  /** CAIP-2, such as `eip155:1`. */
  caip2: string;
  nativeToken: { symbol: string; decimals: number; address: string };
  /** The canonical wrapped native coin: the only token that a transaction may call directly. */
  wrappedNative?: string;
  blockTimeMs: number;
  /** Blocks on top of inclusion after which the next step may start. */
  progressDepth: number;
  /** Cap on the network fee of one transaction, in native base units. */
  maxNetworkFee: bigint;
  /**
   * Cap on the native fees that an order declares besides the network fee, in native base units.
   */
  maxDeclaredFee: bigint;
  /**
   * Native balance, in base units, below which a wallet account counts as low on gas. Absent: a
   * tenth of `maxNetworkFee`. Read it with `lowGasOf`.
   */
  lowGas?: bigint;
  /** Addresses of tokens by the symbol that jobs may write instead. Absent: none. */
  tokens?: Readonly<Record<string, string>>;
  explorerUrl?: string;
}

/** The public title, explorer and endpoint of a chain's network. */
export interface NetworkInfo {
  title: string;
  testnet?: true;
  explorer?: Explorer;
  /** A public endpoint, for trials only: not reliable enough for production. */
  rpcUrl?: string;
}

/** Page URLs of an explorer. `{id}` is replaced with the transaction or account. */
export interface Explorer {
  transaction: string;
  account: string;
}
