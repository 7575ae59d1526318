import type { SandboxChainName } from '../../../sandbox/endpoints.ts';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { EventName, LieHow, RpcCall, SpoiltAnswer } from '../faults.ts';
import type { Random } from '../random.ts';

/**
 * What should become of a job: paid out on its chain or on another one, come back, or be fetched on
 * the other chain.
 */
export type JobKind = 'on-chain' | 'cross-chain' | 'refund' | 'claim';

/** A token on a chain, by its symbol there; `native` for the native coin. */
interface Place {
  chain: SandboxChainName;
  symbol: string;
}

/** What is planned differently from family to family. */
export interface FamilyPlan {
  /** In 10: how often each kind of job comes. */
  kinds: readonly JobKind[];
  route(kind: JobKind, random: Random): { from: Place; to: Place };
  /** The sandbox's providers whose money comes back, and whose has to be fetched. */
  providers: Partial<Record<JobKind, string>>;
  /** Of chains, each as often as it is to be picked for what strikes a whole chain. */
  struckChains: readonly SandboxChainName[];
  /** How one of these stalls otherwise than the rest, and the runs of the family more often. */
  stalls?: Stalls;
  /** Of the nodes, each as often as it is to be picked for what strikes a request. */
  nodes: readonly NodePlan[];
}

interface Stalls {
  chain: SandboxChainName;
  /** So many for each job. */
  share: number;
  ms: readonly [least: number, most: number];
  /**
   * What gets in meanwhile has to bid so much, in the chain's own unit, each as often as it is to
   * be picked. `undefined`: more than is usual.
   */
  bids: readonly (string | undefined)[];
}

/** What strikes requests to the nodes of a family. */
export interface NodePlan {
  family: Family;
  send: RpcCall;
  reads: readonly RpcCall[];
  /** Comes when somebody looks where a transaction is. */
  look: RpcCall;
  /** Payments of a wallet that may go in one transaction at most. Default: 1. */
  paymentsAtOnce?: number;
  lies: readonly LieHow[];
  errors: readonly SpoiltAnswer['how'][];
  /**
   * What strikes a payment that is being sent: it fails in a block that is taken back, its pool
   * forgets it, or nothing does. Default: `revert`.
   */
  onPayment?: 'revert' | 'evict' | 'nothing';
}

export function rpcEvent(call: RpcCall): EventName {
  return `rpc ${call}`;
}
