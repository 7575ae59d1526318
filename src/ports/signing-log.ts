import type { ChainName, TokenAddress } from '../core/swap/chains.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { AttemptKind, StepKind } from '../core/swap/swap.ts';

/**
 * A signed attempt as it is written beside the keys: enough to tell what a journal that went back
 * has lost.
 */
export interface SigningLogEntry {
  /** The journal that committed it. */
  instanceId: string;
  chain: ChainName;
  txId: string;
  account: string;
  /** Absent where leases end by expiry. */
  nonce?: bigint;
  swapId: SwapId;
  /** So that a job that is submitted again to a journal that has lost its swap is recognized. */
  idempotencyKey: string;
  /**
   * The swaps that this one was made to try again, the nearest first: none of them must go on
   * either, nor come again under its key.
   */
  retries: readonly Pick<SigningLogEntry, 'swapId' | 'idempotencyKey'>[];
  step: StepKind;
  kind: AttemptKind;
  /** Milliseconds since the epoch, by the clock of the journal's database. */
  signedAt: number;
  /**
   * Place in the order in which the journal committed attempts. 0 in a line that an earlier version
   * wrote.
   */
  sequence: bigint;
  /** Of a payment; absent for all else, and in a line that an earlier version wrote. */
  payment?: SignedPayment;
  /**
   * What the journal needs to import the attempt: JSON text that only the journal reads. Absent in
   * a line that an earlier version wrote.
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
 * What a payment may bring, to its receiver or back to who paid: should the journal lose it, that
 * is still told from what other swaps wait for. Amounts in base units.
 */
export interface SignedPayment {
  from: { token: TokenAddress; amount: bigint; refundAddress: string };
  to: {
    chain: ChainName;
    token: TokenAddress;
    receiver: string;
    minOut: bigint;
    expectedOut: bigint;
    /** Head of the destination chain when the payment was made: what it brings comes later. */
    destinationAnchor: bigint;
  };
}

/**
 * What was signed with the keys of this data folder, kept outside the database: append only, and
 * written before the first byte of an attempt is sent. Throws `SIGNING_LOG_UNAVAILABLE` where the
 * folder cannot be read or written, and `SIGNING_LOG_DAMAGED` where it is not what was written.
 */
export interface SigningLog {
  /** The id of the journal that the keys sign for; absent before the first start. */
  instance(): Promise<string | undefined>;
  /**
   * Makes the journal the one that the keys sign for, unless there is one already. Returns the one
   * that it is now.
   */
  bind(instanceId: string): Promise<string>;
  /** Which log this is; absent before the first start. */
  log(): Promise<SigningLogIdentity | undefined>;
  /**
   * Up to which place in the order of commits entries were dropped for their age; zero: none was.
   */
  droppedUpTo(): Promise<bigint>;
  /** Makes the journal the one that the keys sign for, whatever was before: a person said so. */
  rebind(instanceId: string): Promise<void>;
  /** Whether this process has written the attempt. */
  has(attempt: Pick<SigningLogEntry, 'chain' | 'txId'>): boolean;
  /**
   * Appends all that an attempt did, an entry for each swap that it serves; on the disk when its
   * promise resolves.
   */
  record(entries: readonly SigningLogEntry[]): Promise<void>;
  /**
   * What a journal that went back misses for certain, if it misses anything: of all that the
   * processes that share the folder have written the entry that was committed last, and beside it
   * the last line of each file of an earlier version. After an entry of this process could not be
   * written it throws until one can be: what cannot be written is better not signed.
   */
  newest(): Promise<SigningLogEntry[]>;
  /**
   * Everything that is kept, oldest file first, read line by line: it can be far larger than
   * memory.
   */
  entries(): AsyncIterable<SigningLogEntry>;
  close(): Promise<void>;
}
