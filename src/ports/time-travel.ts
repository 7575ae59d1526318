import type { ChainName } from '../core/chains.ts';
import type { AttemptId, WalletId } from '../core/ids.ts';
import type { LedgerEntry } from './ledger.ts';

/** What a journal does to notice that it went back, or that someone else uses its keys. Part of `Journal`, and like it in all else. */
export interface TimeTravelJournal {
  /** Freezes the wallet where the chain shows a nonce that nobody here signed for. Returns the lowest such nonce. */
  freezeIfForeign(account: AccountNonce): Promise<bigint | undefined>;
  /** A person has looked: releases a frozen wallet. Throws `UNKNOWN_WALLET`, and `INVALID_REQUEST` where it is not frozen. */
  unfreezeWallet(request: UnfreezeRequest): Promise<void>;

  /** Made with the journal: tells it from any other. */
  instanceId(): Promise<string>;
  /** Which of the given attempts the journal does not know, neither as its own nor as lost; and its own id. */
  recognize(places: readonly LedgerPlace[]): Promise<Recognition>;
  /** What the ledger keeps of a committed attempt, one entry for each swap that it serves; none where the journal does not know it (any more). */
  signedRecords(attemptId: AttemptId): Promise<LedgerEntry[]>;
  /**
   * Stores attempts of a history that this journal has lost. Their wallets are frozen, and nothing at all is signed until the journal is
   * adopted. What was stored before changes nothing again.
   */
  recordLosses(entries: readonly LedgerEntry[]): Promise<void>;
  lostAttempts(): Promise<LostAttempt[]>;
  /** A person has looked: signing goes on. Frozen wallets stay frozen, and what was paid in a lost history is never paid again. */
  adopt(request: Intervention): Promise<void>;
}

/** How far an account is on its chain, included transactions only. */
export interface AccountNonce {
  walletId: WalletId;
  chain: ChainName;
  account: string;
  chainNonce: bigint;
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

export type AttemptPlace = Pick<LedgerEntry, 'chain' | 'txId'>;

/** With its place in the order of commits, by which the same transaction signed twice is told apart. */
export type LedgerPlace = AttemptPlace & Pick<LedgerEntry, 'sequence' | 'swapId'>;

export interface Recognition {
  /** The journal's own. */
  instanceId: string;
  unknown: AttemptPlace[];
  /** Lost attempts that no person has answered for. */
  openLosses: number;
}

export interface LostAttempt extends LedgerEntry {
  adopted: boolean;
}
