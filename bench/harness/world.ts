/** The routing service and the chains for a Ferryman. */
export interface World {
  routerUrl: string;
  blockIntervalMs: number;
  finalityDepth: number;
  /** What the guard admits, as a policy file has it. */
  guardPolicy: object;
  chains: readonly {
    name: string;
    chainId: number;
    rpcUrl: string;
    usdc: string;
    /** The guard counts it as the coin where a call names it. The stand-ins have none. */
    wrappedNative?: string;
  }[];
}
