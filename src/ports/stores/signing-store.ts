import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, ProofId } from '../../core/swap/ids.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { LeaseProof } from '../lease-proof.ts';
import type {
  BoostRequest,
  BoostResult,
  CommitRequest,
  CommitResult,
  LeaseRequest,
  LeaseResult,
} from './signing-records.ts';
import type { Versioned } from './versioned.ts';

/**
 * Leases and attempts: what may be signed, what was signed, and what it was proven to have done.
 */
export interface SigningStore {
  /**
   * The lease transaction of the design: checks and reserves everything, creates or reuses the
   * step, picks the lowest free nonce.
   */
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /**
   * The same for a payment of another swap that is to go in the same message of a TON wallet: it
   * joins a lease that `holder` holds. What is refused stays out of it, and the lease is as it was.
   */
  joinLease(request: LeaseRequest & { leaseId: LeaseId }): Promise<LeaseResult>;
  /** Stores a signed attempt; after it the attempt counts as sent. */
  commit(request: CommitRequest): Promise<CommitResult>;
  /**
   * Stores a signed child of the newest attempt under a lease, which speeds it up; after it the
   * child counts as sent.
   */
  boost(request: BoostRequest): Promise<BoostResult>;
  /**
   * Gives a held lease back: only where no attempt exists under it. Its step stays open for the
   * next lease.
   */
  voidLease(request: { leaseId: LeaseId; reason: Reason }): Promise<void>;
  /** For reading back a COMMIT whose answer was lost. */
  findAttempt(chain: ChainName, txId: string): Promise<AttemptId | undefined>;
  /** Throws `JOURNAL_WENT_BACK` for an attempt that it does not know (any more). */
  recordSent(attemptId: AttemptId, outcome: { kind: string; message?: string }): Promise<void>;
  /**
   * Stores a proof and what follows from it: lease, step outcome, reservations, needs, fee; freezes
   * the wallet for a stranger. Confirms a proof that is in doubt, or supersedes it; a payment
   * signed in the stead of one that landed freezes the wallet. Returns what stands.
   */
  prove(request: ProofRecord): Promise<ProofId>;
  /** Opens a lease again that was proven to be consumed by an attempt which is not on its chain. */
  reopenLease(request: Versioned & { leaseId: LeaseId }): Promise<void>;
}

export interface ProofRecord extends Versioned {
  leaseId: LeaseId;
  proof: Exclude<LeaseProof, { kind: 'undecided' }>;
}
