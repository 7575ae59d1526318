/** How often each kind of call has come in, and the HTTP requests that brought them. */
export interface Counts {
  /** By endpoint of the routing service, such as `quoteBest`. */
  router: Record<string, number>;
  /** By method of JSON-RPC. A batch counts as its members. */
  rpc: Record<string, number>;
  rpcRequests: number;
  /** Methods that the stand-in does not know: a figure with any of them is no figure. */
  unknown: Record<string, number>;
}

export function noCounts(): Counts {
  return { router: {}, rpc: {}, rpcRequests: 0, unknown: {} };
}

export function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
