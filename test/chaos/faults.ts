import type { EvmChainName } from '../../sandbox/endpoints.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';

/** What can be done to a run, in the order in which it is told. */
export const faultKinds = [
  'kill',
  'drop',
  'delay',
  'error',
  'lie',
  'flush',
  'failover',
  'restart',
  'restore',
  'reorg',
  'stall',
  'pause',
  'foreign',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How an answer is spoilt. `forwarded`: what was asked has been done all the same. */
export interface SpoiltAnswer {
  how: 'unavailable' | 'too-many' | 'html' | 'half';
  forwarded: boolean;
}

/** One fault with all that chance decides about it. */
export type Fault =
  /** SIGKILL; `here`: the process that has come to the point, else any one that works, wherever it is. */
  | { kind: 'kill'; whom: 'here' | number }
  /** What was asked is done, and the answer never comes. */
  | { kind: 'drop' }
  | { kind: 'delay'; ms: number }
  | ({ kind: 'error' } & SpoiltAnswer)
  /** The endpoint that is asked tells, for so many requests, of a chain some blocks ago, or knows no transaction that is not included. */
  | { kind: 'lie'; how: 'behind' | 'unknown-transaction'; requests: number }
  | { kind: 'flush' }
  | { kind: 'failover' }
  | { kind: 'restart'; crash: boolean }
  | { kind: 'restore'; act: 'back-up' | 'go-back' }
  /** `lose`: the transactions of the blocks do not go back to the pool. */
  | { kind: 'reorg'; of: 'blocks'; chain: EvmChainName; depth: number; lose: boolean }
  /** The payment that is being sent fails in its block; the block is taken back, and the next one lets it succeed. */
  | { kind: 'reorg'; of: 'revert' }
  | { kind: 'stall'; chain: EvmChainName; ms: number }
  /** SIGSTOP, and SIGCONT after longer than any lease. */
  | { kind: 'pause'; ms: number }
  | { kind: 'foreign'; chain: EvmChainName; wallet: number };

/** Requests to the routing service that are told apart. */
export type RouterCall = 'quoteBest' | 'swap' | 'status';

/** Methods of the chains' endpoints that faults are planned for. */
export const rpcMethods = [
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_simulateV1',
] as const;
type RpcMethod = (typeof rpcMethods)[number];

/** What happens in a run and can be counted; faults are planned by these and not by time. */
export type EventName =
  | `at ${Checkpoint}`
  | `rpc ${RpcMethod}`
  | `router ${RouterCall}`
  | 'api POST'
  | 'api GET'
  | 'commit of a submission'
  | 'commit of an attempt'
  | 'commit'
  | 'queue command';

/** A fault at the `nth` event of a name. */
export interface PlannedFault {
  fault: Fault;
  at: EventName;
  nth: number;
}
