import { createHash } from 'node:crypto';
import type { ExternalMessage } from './external-message.ts';
import type { TonMessage, TonTransaction } from './transaction.ts';

/** A transaction in its block. */
export interface IncludedTransaction {
  /** The account's, raw: `<workchain>:<64 hex digits>`. */
  readonly account: string;
  readonly transaction: TonTransaction;
  /** The message from outside that began the trace. */
  readonly origin: ExternalMessage;
}

/** An internal message that was sent in one block and arrives in a later one. */
export interface MessageInTransit {
  readonly message: TonMessage;
  readonly origin: ExternalMessage;
}

/**
 * A masterchain block together with the one block of the basechain that it takes in; both have the
 * same number.
 */
export interface Block {
  readonly seqno: number;
  readonly unixSeconds: number;
  /** Every transaction in it has a logical time from the first to before the second. */
  readonly startLt: bigint;
  readonly endLt: bigint;
  /** 32 bytes. */
  readonly rootHash: Buffer;
  readonly fileHash: Buffer;
  readonly transactions: readonly IncludedTransaction[];
  /** Messages from outside that it took, in their order. */
  readonly externals: readonly ExternalMessage[];
  /** What is on its way to accounts after it. */
  readonly inTransit: readonly MessageInTransit[];
}

/** Hashes that stand for those of a block's cells, which are not built here. */
export function blockHashes(seed: string): Pick<Block, 'rootHash' | 'fileHash'> {
  const hash = (kind: string) => createHash('sha256').update(`${seed} ${kind}`).digest();
  return { rootHash: hash('root'), fileHash: hash('file') };
}
