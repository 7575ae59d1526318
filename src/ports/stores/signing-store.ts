import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, ProofId } from '../../core/swap/ids.ts';
import type { LeaseProof } from '../lease-proof.ts';
import type {
  BoostRequest,
  BoostResult,
  CommitRequest,
  CommitResult,
  LeaseRequest,
  LeaseResult,
  VoidRequest,
} from './signing-records.ts';
import type { Versioned } from './versioned.ts';

/**
 * Leases and attempts: what may be signed, what was signed, and what it was proven to have done.
 */
export interface SigningStore {
  /**
   * The lease transaction: checks and reserves everything, creates or reuses the step, picks the
   * lowest free nonce.
   */
  lease(request: LeaseRequest): Promise<LeaseResult>;
  /**
   * The same for another swap's payment in the same TON wallet message: it joins a lease that
   * `holder` holds. A refused payment does not change the lease.
   */
  joinLease(request: LeaseRequest & { leaseId: LeaseId }): Promise<LeaseResult>;
  /** Stores a signed attempt, which counts as sent from then on. */
  commit(request: CommitRequest): Promise<CommitResult>;
  /** Stores a signed CPFP child of the newest attempt, which counts as sent from then on. */
  boost(request: BoostRequest): Promise<BoostResult>;
  /** Releases a held lease, if it has no attempt. Its step stays open for the next lease. */
  voidLease(request: VoidRequest): Promise<void>;
  /** For reading back a COMMIT whose answer was lost. */
  findAttempt(chain: ChainName, txId: string): Promise<AttemptId | undefined>;
  /**
   * Throws `JOURNAL_WENT_BACK` for an attempt that the journal does not know.
   * @param outcome with `route` if not every node got the bytes
   */
  recordSent(
    attemptId: AttemptId,
    outcome: { kind: string; message?: string; route?: string },
  ): Promise<void>;
  /**
   * Stores a proof and its consequences: lease, step outcome, reservations, needs, fee. Freezes the
   * wallet for an external transaction. Confirms or supersedes a doubtful proof; freezes the wallet
   * if another payment was signed in place of one that landed. Returns the valid proof.
   */
  prove(request: ProofRecord): Promise<ProofId>;
  /** Reopens a lease that was proven consumed by an attempt which is not on its chain. */
  reopenLease(request: Versioned & { leaseId: LeaseId }): Promise<void>;
}

export interface ProofRecord extends Versioned {
  leaseId: LeaseId;
  proof: Exclude<LeaseProof, { kind: 'undecided' }>;
}
