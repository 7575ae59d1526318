import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, WalletId } from '../../core/swap/ids.ts';
import type { SigningLogEntry, SigningLogIdentity } from '../signing-log.ts';

/**
 * How a journal notices a rollback, or that another program uses its keys. Part of `Journal`, with
 * the same rules.
 */
export interface RecoveryStore {
  /**
   * Compares an account with its chain. If the chain shows a transaction that Ferryman did not
   * sign, freezes the wallet and returns why. Otherwise marks the account as compared at `epoch`, if
   * that is still current.
   */
  compareAccount(account: ComparedAccount): Promise<string | undefined>;
  /**
   * The period in which everything was signed that the journal has lost and no signing log shows.
   * `undefined`: nothing is lost, or the journal does not know that Ferryman ever used the account,
   * so another program may have.
   */
  lostWithin(
    account: Pick<ComparedAccount, 'walletId' | 'chain' | 'account'>,
  ): Promise<LostWithin | undefined>;
  /**
   * Releases a frozen wallet on a person's decision. Throws `UNKNOWN_WALLET`, `INVALID_REQUEST`
   * if it is not frozen, and `FREEZE_CHANGED` if it is frozen for another reason than expected.
   */
  unfreezeWallet(request: UnfreezeRequest): Promise<void>;

  /** The journal's unique id, created with it. */
  instanceId(): Promise<string>;
  /**
   * Which of the attempts the journal does not know, neither as its own nor as lost; its own id;
   * and what prevents signing. `log`: id of the signing log with these attempts.
   */
  recognize(positions: readonly SigningLogPosition[], log?: string): Promise<Recognition>;
  /**
   * The signing log entries of a committed attempt (or of its CPFP child), one for each swap that
   * it serves. Empty if the journal does not know it. Also returns, as of the same moment, what
   * `recognize` returns for `positions` and `log`.
   */
  signedRecords(attemptId: AttemptId, query?: RecordsQuery): Promise<SignedRecords>;
  /** Registers the signing log of the next signature. No effect if it is known. */
  registerLog(log: SigningLogIdentity): Promise<void>;
  /**
   * Marks that the log was read to its end and has nothing that the journal did not know at
   * `epoch`. A log that dropped entries the journal may have lost is not marked: signing waits
   * until a person adopts the journal.
   */
  markLogRead(log: ReadLog): Promise<void>;
  /**
   * Stores lost attempts and increments the epoch. This voids held leases, and stops signing until
   * every signing log was read again and its losses are imported. Freezes the wallets of losses
   * that can never be imported. Idempotent.
   */
  recordLosses(entries: readonly SigningLogEntry[], options?: RecordLossesOptions): Promise<void>;
  /**
   * Imports the lost attempts that it can, in the order of their commits. Imports nothing until
   * every signing log was read.
   */
  importLosses(): Promise<ImportReport>;
  lostAttempts(): Promise<LostAttempt[]>;
  /**
   * The lost attempts that may have used the lease (its number, or one of its coins), without those
   * that are imported or that a person has accounted for.
   */
  lostConsumers(leaseId: LeaseId): Promise<LostConsumers>;
  /**
   * Resumes signing on a person's decision. Frozen wallets stay frozen, and payments of a lost
   * history are never paid again.
   */
  adopt(request: Intervention): Promise<void>;
}

export interface ComparedAccount {
  walletId: WalletId;
  chain: ChainName;
  account: string;
  /**
   * The account's next nonce on its chain, including its pool if known. Absent if the chain does
   * not count transactions.
   */
  chainNonce?: bigint;
  /**
   * What it has signed. Absent if the chain counts its transactions, or there is nothing to
   * compare.
   */
  signed?: SignedSince;
  /** The journal's epoch, read before the chain was queried. */
  epoch: bigint;
}

/** In milliseconds since the epoch, by the clock of the journal's database. */
export interface LostWithin {
  from: number;
  until: number;
}

/**
 * The transactions that a chain shows an account has signed since `from`, in milliseconds since the
 * epoch.
 */
export interface SignedSince extends Pick<LostWithin, 'from'> {
  txIds: readonly string[];
  /** There were more transactions than one search reads. */
  isCut: boolean;
}

export interface ReadLog extends SigningLogIdentity {
  epoch: bigint;
  /**
   * The last position in the order of commits up to which it has dropped entries. Default: none.
   */
  droppedUpTo?: bigint;
}

/** A person's decision and its reason; stored permanently. */
export interface Intervention {
  by: string;
  reason: string;
}

export interface UnfreezeRequest extends Intervention {
  walletId: WalletId;
  /** Why the wallet is frozen, as the person has seen it; absent: for any reason. */
  frozenReason?: string;
  /** By chain: the account's next nonce. A person has checked everything before it. */
  chainNonces: ReadonlyMap<ChainName, bigint>;
}

export type AttemptKey = Pick<SigningLogEntry, 'chain' | 'txId'>;

/**
 * With the position in the order of commits, which tells two signatures of the same transaction
 * apart.
 */
export type SigningLogPosition = AttemptKey & Pick<SigningLogEntry, 'sequence' | 'swapId'>;

export interface Recognition {
  /** The journal's own id. */
  instanceId: string;
  unknown: AttemptKey[];
  /** Lost attempts that are not imported and that no person has accounted for. */
  openLosses: number;
  /** Number of rollbacks noticed. */
  epoch: bigint;
  /** Number of the newest commit that the journal knows. */
  committed: bigint;
  /** Whether the given log was read at this epoch; `unknown`: the journal does not know the log. */
  log: 'unknown' | 'unread' | 'read';
  /** Hosts whose signing logs were not read at this epoch. */
  missingLogs: string[];
}

export interface RecordsQuery {
  /** Transaction id of a CPFP child. Default: the attempt itself. */
  child?: string | undefined;
  /** Default: none. */
  positions?: readonly SigningLogPosition[];
  log?: string | undefined;
}

export interface SignedRecords extends Recognition {
  entries: SigningLogEntry[];
}

export interface RecordLossesOptions {
  /**
   * The last position in the order of commits up to which the log has dropped entries. If the
   * journal may have lost some of these too, nothing of the log is imported. Default: none.
   */
  droppedUpTo?: bigint;
}

export interface ImportReport {
  imported: number;
  /** Attempts that a person has to look at, and why. */
  refused: (AttemptKey & { why: string })[];
  /** Attempts that could not be imported this time. They are retried. */
  failed: (AttemptKey & { why: string })[];
}

export interface LostConsumers {
  attempts: LostConsumer[];
  /** False: some signed transaction of the account could not be read. */
  isWhole: boolean;
}

export interface LostConsumer {
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  /** Signed under this very lease, and to be imported into it. */
  isOfLease: boolean;
}

export interface LostAttempt extends Omit<SigningLogEntry, 'replay'> {
  adopted: boolean;
  /** Why it could not be imported. Absent: it can be, or no import was tried. */
  refused?: string;
}
