import type { BlockReference } from '../core/swap/block-reference.ts';
import type { LeaseTerms, TransactionOutcome } from '../core/swap/swap.ts';
import type { ObservedAttempt } from './chain-observation.ts';

export interface AttemptToProve extends ObservedAttempt {
  /** The exact signed bytes, 0x-prefixed hex. They show when they expire. */
  bytes: string;
  /**
   * Its success lets Ferryman pay again or report the money as returned, so it needs two hosts, as
   * a failure does. Default: false.
   */
  freesMoney?: boolean;
}

export interface LeaseToProve {
  account: string;
  terms: LeaseTerms;
}

export type LeaseProof =
  /** `reason`: one host shows what would decide it, and another is missing or contradicts it. */
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
  /** The attempt did not land and no longer can. */
  | { kind: 'expired'; evidence: ProofEvidence }
  /** The lease is used up, and none of the attempts did it. */
  | { kind: 'used_by_stranger'; evidence: ProofEvidence };

/** Stored with every proof. Enough to verify it again manually. */
export interface ProofEvidence {
  rule: string;
  /** Hosts whose answers agree. */
  endpoints: readonly string[];
  anchor: BlockReference;
  /** Requests and answers, as JSON values. */
  answers: Readonly<Record<string, string | null>>;
  /**
   * The transactions that used up the lease: external ones or lost attempts. Absent if the chain
   * does not name them.
   */
  usedBy?: readonly string[];
}
