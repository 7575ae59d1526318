import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, WalletId } from '../../core/swap/ids.ts';
import type { SigningLogEntry, SigningLogIdentity } from '../signing-log.ts';

/**
 * What a journal does to notice that it went back, or that someone else uses its keys. Part of
 * `Journal`, and like it in all else.
 */
export interface RecoveryStore {
  /**
   * Compares an account with its chain. Freezes the wallet where the chain shows what nobody here
   * signed, and returns why. Otherwise the account counts as compared at the epoch, if that is
   * still the newest.
   */
  compareAccount(account: ComparedAccount): Promise<string | undefined>;
  /**
   * Within which time everything was signed that the journal has lost and no signing log shows.
   * Nothing where the journal has lost nothing, or does not know that the account was ever used
   * here: then anybody may have used it.
   */
  lostWithin(
    account: Pick<ComparedAccount, 'walletId' | 'chain' | 'account'>,
  ): Promise<LostWithin | undefined>;
  /**
   * A person has looked: releases a frozen wallet. Throws `UNKNOWN_WALLET`, and `INVALID_REQUEST`
   * where it is not frozen.
   */
  unfreezeWallet(request: UnfreezeRequest): Promise<void>;

  /** Made with the journal: tells it from any other. */
  instanceId(): Promise<string>;
  /**
   * Which of the given attempts the journal does not know, neither as its own nor as lost; its own
   * id; and what keeps it from signing. `log`: id of the signing log that the attempts are in.
   */
  recognize(places: readonly SigningLogPosition[], log?: string): Promise<Recognition>;
  /**
   * What the signing log keeps of a committed attempt, or of the child of it that is named: one
   * entry for each swap that it serves; none where the journal does not know it (any more). And at
   * the same moment what `recognize` says of `places` and `log`.
   */
  signedRecords(attemptId: AttemptId, query?: RecordsQuery): Promise<SignedRecords>;
  /**
   * Something is about to be signed that this log will show. What is known already stays as it is.
   */
  registerLog(log: SigningLogIdentity): Promise<void>;
  /**
   * The log was read to its end, and shows nothing that the journal did not know at the epoch. One
   * that has dropped what the journal may have lost is not marked: signing waits until a person
   * adopts the journal.
   */
  markLogRead(log: ReadLog): Promise<void>;
  /**
   * Stores attempts of a history that this journal has lost, and raises its epoch: held leases are
   * void, and nothing is signed until every signing log was read again and what they show is
   * imported. The wallets of what can never be imported are frozen. What was stored before changes
   * nothing again.
   */
  recordLosses(entries: readonly SigningLogEntry[], options?: RecordLossesOptions): Promise<void>;
  /**
   * Imports what it can of the lost attempts, in the order of their commits. Nothing before every
   * signing log was read.
   */
  importLosses(): Promise<ImportReport>;
  lostAttempts(): Promise<LostAttempt[]>;
  /**
   * The lost attempts that may have used the lease: of its number, or of one of its coins. None
   * that is imported, or that a person has answered for.
   */
  lostUsers(leaseId: LeaseId): Promise<LostUsers>;
  /**
   * A person has looked: signing goes on. Frozen wallets stay frozen, and what was paid in a lost
   * history is never paid again.
   */
  adopt(request: Intervention): Promise<void>;
}

export interface ComparedAccount {
  walletId: WalletId;
  chain: ChainName;
  account: string;
  /**
   * How far it is on its chain, in the pool too where that is known. Absent where the chain does
   * not count its transactions.
   */
  chainNonce?: bigint;
  /**
   * What it has signed. Absent where the chain counts its transactions, or nothing is to be
   * compared.
   */
  signed?: SignedSince;
  /** Of the journal, read before the chain was asked. */
  epoch: bigint;
}

/** In milliseconds since the epoch, by the clock of the journal's database. */
export interface LostWithin {
  from: number;
  until: number;
}

/** What a chain shows that an account has signed since a time, in milliseconds since the epoch. */
export interface SignedSince extends Pick<LostWithin, 'from'> {
  txIds: readonly string[];
  /** There was more of it than could be looked through. */
  isCut: boolean;
}

export interface ReadLog extends SigningLogIdentity {
  epoch: bigint;
  /**
   * Up to which place in the order of commits it has dropped entries. Default: it has dropped none.
   */
  droppedUpTo?: bigint;
}

/** What a person decides, and why; kept for good. */
export interface Intervention {
  by: string;
  reason: string;
}

export interface UnfreezeRequest extends Intervention {
  walletId: WalletId;
  /** By chain, the account's next nonce there: what came before it has been looked at. */
  chainNonces: ReadonlyMap<ChainName, bigint>;
}

export type AttemptKey = Pick<SigningLogEntry, 'chain' | 'txId'>;

/**
 * With its place in the order of commits, by which the same transaction signed twice is told apart.
 */
export type SigningLogPosition = AttemptKey & Pick<SigningLogEntry, 'sequence' | 'swapId'>;

export interface Recognition {
  /** The journal's own. */
  instanceId: string;
  unknown: AttemptKey[];
  /** Lost attempts that are not imported and that no person has answered for. */
  openLosses: number;
  /** How many rollbacks were noticed. */
  epoch: bigint;
  /** Number of the newest commit that the journal knows of. */
  committed: bigint;
  /** The given log at this epoch; `unknown`: the journal does not know it (any more). */
  log: 'unknown' | 'unread' | 'read';
  /** Hosts whose signing logs were not read at this epoch. */
  missingLogs: string[];
}

export interface RecordsQuery {
  /** Transaction id of the child that is meant. Default: the attempt itself. */
  child?: string | undefined;
  /** Default: none. */
  places?: readonly SigningLogPosition[];
  log?: string | undefined;
}

export interface SignedRecords extends Recognition {
  entries: SigningLogEntry[];
}

export interface RecordLossesOptions {
  /**
   * Up to which place in the order of commits the log has dropped entries. If the journal may have
   * lost some of these as well, nothing of the log is imported. Default: it has dropped none.
   */
  droppedUpTo?: bigint;
}

export interface ImportReport {
  imported: number;
  /** What a person has to look at, and why. */
  refused: (AttemptKey & { why: string })[];
  /** What could not be imported this time; it is tried again. */
  failed: (AttemptKey & { why: string })[];
}

export interface LostUsers {
  attempts: LostUser[];
  /** False: of what the account has signed there is something that could not be read. */
  isWhole: boolean;
}

export interface LostUser {
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  /** It was signed under this very lease, and is imported into it. */
  isOfLease: boolean;
}

export interface LostAttempt extends Omit<SigningLogEntry, 'replay'> {
  adopted: boolean;
  /** Why it could not be imported; absent: it can be, or was never tried. */
  refused?: string;
}
