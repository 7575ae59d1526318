import type { ChainName } from '../core/swap/chains.ts';

/** What a question to a chain endpoint is for; `send` hands over signed bytes. */
export const rpcKinds = ['read', 'simulate', 'trace', 'send'] as const;
export type RpcKind = (typeof rpcKinds)[number];

/**
 * What this process has asked of its stores and chains since it started. Plain numbers, so that
 * counting costs nothing; they are read when metrics are asked for.
 */
export interface WorkCounts {
  /** SQL statements of the journal, BEGIN and COMMIT included. */
  statements: number;
  /** Swaps read in full from the journal. */
  snapshots: number;
  /** Queue jobs that were handled. */
  jobs: number;
  /** Questions to chain endpoints; each member of a batch counts. */
  rpc: Map<ChainName, Record<RpcKind, number>>;
}

export function noWork(): WorkCounts {
  return { statements: 0, snapshots: 0, jobs: 0, rpc: new Map() };
}
