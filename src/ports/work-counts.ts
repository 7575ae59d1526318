import type { ChainName } from '../core/swap/chains.ts';

/** The kind of a request to a chain endpoint; `send` sends signed bytes. */
export const rpcKinds = ['read', 'simulate', 'trace', 'send'] as const;
export type RpcKind = (typeof rpcKinds)[number];

/**
 * Requests of this process to its stores and chains since it started. Plain numbers, so that
 * counting costs nothing; read when metrics are scraped.
 */
export interface WorkCounts {
  /** SQL statements of the journal, including BEGIN and COMMIT. */
  statements: number;
  /** Swaps read in full from the journal. */
  snapshots: number;
  /** Queue jobs handled. */
  jobs: number;
  /** Requests to chain endpoints. Each member of a batch counts. */
  rpc: Map<ChainName, Record<RpcKind, number>>;
  /** Called after each statement and each transaction of the journal. */
  journalTook(what: 'statement' | 'transaction', seconds: number): void;
  /** Called after each HTTP request to an endpoint of a chain. */
  rpcTook(chain: ChainName, seconds: number): void;
  /** The journal's connections. Absent: it has no pool. */
  connections?: () => Connections;
}

/** Connections of this process to the journal's server. */
export interface Connections {
  max: number;
  /** Open now. */
  open: number;
  /** Open and unused. */
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

export function noWork(): WorkCounts {
  const ignore = (): void => undefined;
  return {
    statements: 0,
    snapshots: 0,
    jobs: 0,
    rpc: new Map(),
    journalTook: ignore,
    rpcTook: ignore,
  };
}
