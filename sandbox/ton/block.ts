import { createHash } from 'node:crypto';
import type { ExternalMessage } from './external-message.ts';
import type { TonMessage, TonTransaction } from './transaction.ts';

/** A transaction in its block. */
export interface IncludedTransaction {
  /** The raw address of its account: `<workchain>:<64 hex digits>`. */
  readonly account: string;
  readonly transaction: TonTransaction;
  /** The external message that started the trace. */
  readonly origin: ExternalMessage;
}

/** An internal message that is sent in one block and received in a later one. */
export interface MessageInTransit {
  readonly message: TonMessage;
  readonly origin: ExternalMessage;
}

/**
 * A masterchain block with the only basechain block that it includes. Both have the same number.
 */
export interface Block {
  readonly seqno: number;
  readonly unixSeconds: number;
  /** The range of logical times: from the first to before the second. */
  readonly startLt: bigint;
  readonly endLt: bigint;
  /** 32 bytes. */
  readonly rootHash: Buffer;
  readonly fileHash: Buffer;
  readonly transactions: readonly IncludedTransaction[];
  /** The accepted external messages, in order. */
  readonly externals: readonly ExternalMessage[];
  /** Internal messages that are in transit after the block. */
  readonly inTransit: readonly MessageInTransit[];
}

/** Replacement hashes, because the cells of blocks are not built. */
export function blockHashes(seed: string): Pick<Block, 'rootHash' | 'fileHash'> {
  const hash = (kind: string) => createHash('sha256').update(`${seed} ${kind}`).digest();
  return { rootHash: hash('root'), fileHash: hash('file') };
}
