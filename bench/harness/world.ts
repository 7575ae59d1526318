/** The routing service and the chains for a Ferryman. */
export interface World {
  routerUrl: string;
  blockIntervalMs: number;
  finalityDepth: number;
  chains: readonly { name: string; chainId: number; rpcUrl: string; usdc: string }[];
}
