/** The routing service and chains that a Ferryman is started on. */
export interface World {
  routerUrl: string;
  blockIntervalMs: number;
  finalityDepth: number;
  chains: readonly { name: string; chainId: number; rpcUrl: string; usdc: string }[];
}
