import type { Policy } from '../core/decide/policy.ts';
import type { Deposit } from '../core/deposits/deposit.ts';
import type { Chain, TokenAddress } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { LeaseTerms, Order, Outpoint } from '../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../core/swap/transaction-object.ts';
import type { SimulatedChanges, UnsignedTransaction } from './chain-adapter.ts';

/** Judges the exact bytes that are about to be signed. Pure: decode, then rules, then a verdict. */
export interface Guard {
  judge(request: GuardRequest): Verdict;
  /**
   * Judges the exact bytes of a transaction that several swaps share: that they are under one lease
   * and do what the parts do, one after the other, and nothing else. Each part has been judged for
   * its own swap.
   */
  judgeShared(whole: UnsignedTransaction, parts: readonly UnsignedTransaction[]): Verdict;
  /** Judges where somebody is told to pay by hand, and how much: there are no bytes of it here. */
  judgeShown(deposit: Deposit, job: Job, chain: Chain): Verdict;
}

export interface GuardRequest {
  intent: Intent;
  chain: Chain;
  job: Job;
  /** The lease the bytes must be under. */
  lease: { account: string; terms: LeaseTerms };
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
  policy: Policy;
  /**
   * A payment that takes the place of one that brings nothing back (Bitcoin). Absent: it is none.
   */
  enlargement?: Enlargement;
  /** What the swap's transactions have cost so far, in base units of the chain's native coin. */
  feeSpent: bigint;
}

/** Of a payment that is made again from more coins, so that it can cost more. */
export interface Enlargement {
  /** The signed bytes of the first payment under the lease, 0x-prefixed hex. */
  of: string;
  /**
   * What it spends beside the coins of the lease; no other lease gets these while this one lives.
   */
  added: readonly Outpoint[];
}

/** What the transaction is supposed to be. */
export type Intent =
  | { kind: 'swap'; order: Order }
  /** Pays an order by a plain payment of our own to where it wants its deposit. */
  | { kind: 'deposit'; order: Order }
  | { kind: 'approve'; token: TokenAddress; spender: string; value: bigint }
  | { kind: 'revoke'; token: TokenAddress; spender: string }
  | { kind: 'cancel' }
  /**
   * Spends what comes back of another transaction of ours, to ourselves, and pays for the inclusion
   * of both.
   */
  | { kind: 'boost'; parent: { txId: string; fee: Fee } }
  /** Fetches back what the job paid, at least `minBack` of it. */
  | { kind: 'refund'; transaction: TransactionObject; minBack: bigint }
  /** Fetches what the job bought, at least `minOut` of it. */
  | { kind: 'claim'; transaction: TransactionObject; minOut: bigint };

export const intentKinds = [
  'swap',
  'deposit',
  'approve',
  'revoke',
  'cancel',
  'boost',
  'refund',
  'claim',
] as const satisfies readonly Intent['kind'][];

/**
 * These get the job's money unstuck, and may cost what the policy allows whatever the job's own
 * maximum is.
 */
export function unsticks({ kind }: Intent): boolean {
  return kind === 'cancel' || kind === 'boost' || kind === 'refund' || kind === 'claim';
}

/**
 * One objection. `reject`: this transaction is not what was asked for, a person should look;
 * `requote`: the market or the router moved, another order may do; `hold`: a person may agree to
 * it.
 */
export interface Finding {
  /** Id of the rule, such as `E02`. */
  rule: string;
  severity: 'reject' | 'requote' | 'hold';
  message: string;
  facts: Readonly<Record<string, string>>;
  /** The only fault is the cost: the fees are above what the job or the operator allows. */
  about?: 'fee';
}

/** `rules` lists every rule that was asked, so that an allow can be checked later. */
export type Verdict =
  | { kind: 'allow'; rules: readonly string[] }
  | { kind: 'hold' | 'requote' | 'reject'; rules: readonly string[]; findings: readonly Finding[] };
