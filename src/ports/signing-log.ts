import type { ChainName, TokenAddress } from '../core/swap/chains.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { SwapName } from '../core/swap/job-seal.ts';
import type { AttemptKind, StepKind } from '../core/swap/swap.ts';

/** A signed attempt as stored beside the keys: enough to find what a journal rollback has lost. */
export interface SigningLogEntry {
  /** The journal that committed it. */
  instanceId: string;
  chain: ChainName;
  txId: string;
  account: string;
  /** Absent where leases end by expiry. */
  nonce?: bigint;
  swapId: SwapId;
  /** Recognizes a job that is submitted again to a journal that has lost its swap. */
  idempotencyKey: string;
  /**
   * The swaps that this one retries, nearest first. None of them may go on, or be submitted again
   * under its key.
   */
  retries: readonly SwapName[];
  step: StepKind;
  kind: AttemptKind;
  /** Milliseconds since the epoch, by the clock of the journal's database. */
  signedAt: number;
  /** Position in the journal's order of commits. 0 in an entry that an earlier version wrote. */
  sequence: bigint;
  /** Of a payment. Absent for other steps, and in an entry that an earlier version wrote. */
  payment?: SignedPayment;
  /**
   * JSON text with which the journal imports the attempt, and from which `readSignedLease` learns
   * what was signed. Absent in an entry that an earlier version wrote.
   */
  replay?: string;
}

/** The signing log of one data folder. */
export interface SigningLogIdentity {
  id: string;
  /** Name of the machine, for people. */
  host: string;
}

/**
 * What a payment may bring, to its receiver or back to the payer. If the journal loses the payment,
 * this still tells its payout from those of other swaps. Amounts in base units.
 */
export interface SignedPayment {
  from: { token: TokenAddress; amount: bigint; refundAddress: string };
  to: {
    chain: ChainName;
    token: TokenAddress;
    receiver: string;
    minOut: bigint;
    expectedOut: bigint;
    /** Destination head when the payment was made: its payout comes in later blocks. */
    destinationAnchor: bigint;
  };
}

/**
 * What the keys of this data folder have signed, stored outside the database. Append-only, and
 * written before the first byte of an attempt is sent. Throws `SIGNING_LOG_UNAVAILABLE` if the
 * folder cannot be read or written, and `SIGNING_LOG_DAMAGED` if its content is not what was
 * written.
 */
export interface SigningLog {
  /** The id of the journal that the keys sign for. Absent before the first start. */
  instance(): Promise<string | undefined>;
  /**
   * Makes this the journal that the keys sign for, unless there is one already. Returns the current
   * one.
   */
  bind(instanceId: string): Promise<string>;
  /** The identity of this log. Absent before the first start. */
  log(): Promise<SigningLogIdentity | undefined>;
  /** The last position in the order of commits up to which old entries were dropped. Zero: none. */
  droppedUpTo(): Promise<bigint>;
  /** Makes this the journal that the keys sign for, replacing any other, on a person's decision. */
  rebind(instanceId: string): Promise<void>;
  /** Whether this process has written the attempt. */
  has(attempt: Pick<SigningLogEntry, 'chain' | 'txId'>): boolean;
  /** Appends an entry for each swap that an attempt serves. On disk when its promise resolves. */
  record(entries: readonly SigningLogEntry[]): Promise<void>;
  /**
   * The entries that a rolled-back journal must miss, if it misses any: the entry committed last by
   * any process that shares the folder, and the last line of each file of an earlier version. If
   * this process could not write an entry, throws until it can: Ferryman signs nothing that it
   * cannot log.
   */
  newest(): Promise<SigningLogEntry[]>;
  /**
   * All stored entries, oldest file first, streamed line by line: they can be far larger than
   * memory.
   */
  entries(): AsyncIterable<SigningLogEntry>;
  /**
   * The entries of payments by these swaps, and by swaps that retry or replace one of them, as far
   * as the folder has them: with their bumps and cancels, oldest file first. Reads what any process
   * has appended since the last call, and the whole log at the first.
   * @param transactions whose entries are wanted too, whatever swap they name. Default: none
   */
  paymentsOf(
    swaps: readonly SwapName[],
    transactions?: readonly Pick<SigningLogEntry, 'chain' | 'txId'>[],
  ): Promise<SigningLogEntry[]>;
  /**
   * How much is stored, and how much can still be. Zero files before the first use. Only reads, and
   * throws nothing that `SIGNING_LOG_UNAVAILABLE` does not say.
   */
  state(): Promise<SigningLogState>;
  close(): Promise<void>;
}

interface SigningLogState {
  /** Of all processes that share the folder. */
  bytes: number;
  /** Free for this user on the file system. */
  freeBytes: number;
  /** The newest append of this process failed, and none has succeeded since. */
  isFailing: boolean;
}
