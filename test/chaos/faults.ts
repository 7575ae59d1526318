import type { SandboxChainName } from '../../sandbox/endpoints.ts';
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
  'evict',
  'stall',
  'pause',
  'foreign',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * How an answer is spoilt; `busy` is what java-tron says with status 200 when it has too much to
 * do. `forwarded`: what was asked has been done all the same.
 */
export interface SpoiltAnswer {
  how: 'unavailable' | 'too-many' | 'html' | 'half' | 'busy';
  forwarded: boolean;
}

/**
 * What a lying endpoint does: tells of the chain of some blocks ago, knows no transaction that is
 * not included, does not know what has become of any, whatever blocks it has, or shows each one
 * that is included as failed.
 */
/** `used-nonces`: that the account's final block counts far more transactions than there are. */
export type LieHow =
  | 'behind'
  | 'unknown-transaction'
  | 'unknown-outcome'
  | 'failed-outcome'
  | 'used-nonces';

/**
 * What the routing service lies about: it names another order's payout to the same receiver for an
 * order that it has not paid out, or spells the ids of payouts otherwise than the chain does.
 */
export type RouterLieHow = 'payout-of-another' | 'other-spelling';

/** One fault with all that chance decides about it. */
export type Fault =
  /**
   * SIGKILL; `here`: the process that has come to the point, else any one that works, wherever it
   * is.
   */
  | { kind: 'kill'; whom: 'here' | number }
  /** What was asked is done, and the answer never comes. */
  | { kind: 'drop' }
  | { kind: 'delay'; ms: number }
  | ({ kind: 'error' } & SpoiltAnswer)
  /** The endpoint that is asked lies for so many requests. */
  | { kind: 'lie'; of?: undefined; how: LieHow; requests: number }
  /** So many statuses of the routing service that it can lie about. */
  | { kind: 'lie'; of: 'router'; how: RouterLieHow; requests: number }
  | { kind: 'flush' }
  | { kind: 'failover' }
  | { kind: 'restart'; crash: boolean }
  | { kind: 'restore'; act: 'back-up' | 'go-back' }
  /** `lose`: the transactions of the blocks do not go back to the pool. */
  | { kind: 'reorg'; of: 'blocks'; chain: SandboxChainName; depth: number; lose: boolean }
  /**
   * The payment that is being sent fails in its block; the block is taken back, and the next one
   * lets it succeed.
   */
  | { kind: 'reorg'; of: 'revert' }
  /** The pool forgets the payment that is being sent, as soon as it has it. */
  | { kind: 'evict' }
  /** `bid`: what gets in all the same has to bid so much; absent: more than is usual. */
  | { kind: 'stall'; chain: SandboxChainName; ms: number; bid?: string }
  /** SIGSTOP, and SIGCONT after longer than any lease. */
  | { kind: 'pause'; ms: number }
  | { kind: 'foreign'; chain: SandboxChainName; wallet: number };

/** Requests to the routing service that are told apart. */
export type RouterCall = 'quoteBest' | 'swap' | 'swapBest' | 'status';

/**
 * Requests to the chains' endpoints that faults are planned for: methods of the nodes of EVM
 * chains, Solana and TON, and paths of TRON's and of Esplora.
 */
export const rpcCalls = [
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_simulateV1',
  'wallet/broadcasthex',
  'wallet/gettransactioninfobyid',
  'walletsolidity/gettransactioninfobyid',
  'wallet/getblock',
  'walletsolidity/getblock',
  'wallet/triggerconstantcontract',
  'wallet/getaccount',
  'sendTransaction',
  'getSignatureStatuses',
  'getTransaction',
  'getBlock',
  'getSlot',
  'getBlockHeight',
  'getMultipleAccounts',
  'simulateTransaction',
  'sendBoc',
  'getAddressInformation',
  'getTransactions',
  'getMasterchainInfo',
  'getBlockHeader',
  'tryLocateResultTx',
  'estimateFee',
  'POST tx',
  'GET tx/:id',
  'GET tx/:id/hex',
  'GET tx/:id/outspend/:vout',
  'GET blocks/tip/hash',
  'GET block/:hash',
  'GET block-height/:height',
  'GET fee-estimates',
] as const;
export type RpcCall = (typeof rpcCalls)[number];

/** What happens in a run and can be counted; faults are planned by these and not by time. */
export type EventName =
  | `at ${Checkpoint}`
  | `rpc ${RpcCall}`
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
