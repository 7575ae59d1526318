import type { BlockReference } from '../core/swap/block-reference.ts';
import type { LeaseTerms, TransactionOutcome } from '../core/swap/swap.ts';
import type { ObservedAttempt } from './chain-observation.ts';

export interface AttemptToProve extends ObservedAttempt {
  /**
   * The exact signed bytes, 0x-prefixed hex: what they say themselves of when they stop being
   * valid.
   */
  bytes: string;
  /**
   * Ferryman may pay again, or reports the money as back, once it has succeeded: that takes two
   * hosts, as a failure does. Default: false.
   */
  freesMoney?: boolean;
}

export interface LeaseToProve {
  account: string;
  terms: LeaseTerms;
}

export type LeaseProof =
  /**
   * `reason`: one host shows what would decide it, and another one is missing or says something
   * else.
   */
  | {
      kind: 'undecided';
      reason?: { code: 'WITNESS_MISSING' | 'WITNESSES_DISAGREE'; message: string };
    }
  | ({
      kind: 'landed';
      txId: string;
      block: BlockReference;
      evidence: ProofEvidence;
    } & TransactionOutcome)
  /** Its attempt did not land, and cannot any more. */
  | { kind: 'expired'; evidence: ProofEvidence }
  /** The lease is used up and none of the attempts did it. */
  | { kind: 'used_by_stranger'; evidence: ProofEvidence };

/** Stored with every proof; enough to check it again by hand. */
export interface ProofEvidence {
  rule: string;
  /** Hosts whose answers agree. */
  endpoints: readonly string[];
  anchor: BlockReference;
  /** Questions and answers, JSON-able. */
  answers: Readonly<Record<string, string | null>>;
  /**
   * The transactions that have used the lease up where no attempt did; absent where the chain does
   * not name them.
   */
  usedBy?: readonly string[];
}
