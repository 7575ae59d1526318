/** The number of calls by kind, and of the HTTP requests that carried them. */
export interface Counts {
  /** By endpoint of the routing service, such as `quoteBest`. */
  router: Record<string, number>;
  /** By JSON-RPC method. Each member of a batch counts. */
  rpc: Record<string, number>;
  rpcRequests: number;
  /** Unknown methods. They invalidate a figure. */
  unknown: Record<string, number>;
}

export function noCounts(): Counts {
  return { router: {}, rpc: {}, rpcRequests: 0, unknown: {} };
}

export function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
