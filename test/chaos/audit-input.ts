import type { SandboxChainName } from '../../sandbox/endpoints.ts';
import type { JobAnswer } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';
import type { ChainsView } from './read-chains.ts';
import type { OrdersView } from './read-orders.ts';

/** A transaction that someone else sent from a wallet on purpose. */
export interface ExternalUse {
  chain: SandboxChainName;
  wallet: string;
  txId: string;
}

export interface AuditInput {
  jobs: readonly PlannedJob[];
  chains: ChainsView;
  /** What the providers know of orders, read after the chains. */
  orders: OrdersView;
  /** For so many blocks of its chain an order by deposit can be paid. */
  orderLifetime: bigint;
  /** Ids of the orders by deposit that a restored journal may have forgotten. */
  forgettable: ReadonlySet<string>;
  /** Nobody signs any more, and the providers have read all that is final. */
  isOver: boolean;
  /** By the job's key; absent: the API does not know it. */
  api: ReadonlyMap<string, JobAnswer>;
  foreign: readonly ExternalUse[];
  /** What a bridge takes in the native coin beside an amount. */
  bridgeFees: Readonly<Record<SandboxChainName, bigint>>;
  /**
   * The journal was set back: what it forgot is explained by the jobs that it belongs to, and not
   * by what the API says.
   */
  restored: boolean;
  /** A person has adopted a restored journal: what it could not import stays a person's. */
  adopted: boolean;
}
