import { createHash } from 'node:crypto';
import {
  type AccountKeysFromLookups,
  AddressLookupTableAccount,
  type PublicKey,
  VersionedTransaction,
} from '@solana/web3.js';
import { encodeBase58 } from '../base58.ts';
import type { AccountState } from './engine.ts';

/** A transaction from the wire, legacy or versioned. */
export interface ParsedTransaction {
  readonly bytes: Uint8Array;
  /** The first signature, which is the transaction's id. */
  readonly signature: string;
  readonly signatures: readonly string[];
  /** Identifies the message, independently of signatures. */
  readonly messageHash: string;
  readonly message: VersionedTransaction['message'];
  readonly version: 'legacy' | 0;
  readonly blockhash: string;
}

/** The size limit of a network packet. */
export const MAX_TRANSACTION_BYTES = 1_232;

/** @returns undefined if the bytes are not exactly one transaction of a known version */
export function parseTransaction(bytes: Uint8Array): ParsedTransaction | undefined {
  const { message, signatures = [], version = 1 } = deserialize(bytes) ?? {};
  const [first] = signatures;
  if (message === undefined || first === undefined || version === 1) return undefined;
  if (signatures.length !== message.header.numRequiredSignatures) return undefined;
  return {
    bytes,
    signature: encodeBase58(first),
    signatures: signatures.map(encodeBase58),
    messageHash: createHash('sha256').update(message.serialize()).digest('hex'),
    message,
    version,
    blockhash: message.recentBlockhash,
  };
}

function deserialize(bytes: Uint8Array): VersionedTransaction | undefined {
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    return Buffer.from(transaction.serialize()).equals(bytes) ? transaction : undefined;
  } catch {
    // The library throws plain errors of many kinds for invalid bytes.
    return undefined;
  }
}

/** Replaces the blockhash of a transaction. Its signatures become invalid. */
export function replaceBlockhash(
  { bytes }: ParsedTransaction,
  blockhash: string,
): ParsedTransaction | undefined {
  const transaction = VersionedTransaction.deserialize(bytes);
  transaction.message.recentBlockhash = blockhash;
  return parseTransaction(transaction.serialize());
}

export interface TransactionAccounts {
  /**
   * All accounts in the order of instruction indexes: first those of the message, then the loaded
   * ones.
   */
  readonly keys: readonly PublicKey[];
  readonly writable: readonly PublicKey[];
  readonly loaded: AccountKeysFromLookups;
}

/**
 * Finds all accounts of a transaction, including lookup tables. Entries that a table lacks are
 * omitted; such a transaction does not execute anyway.
 */
export function resolveAccounts(
  { message }: ParsedTransaction,
  readAccount: (address: PublicKey) => AccountState | undefined,
): TransactionAccounts {
  const loaded: AccountKeysFromLookups = { writable: [], readonly: [] };
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.addressTableLookups) {
    const table = readAccount(accountKey);
    const addresses = table === undefined ? [] : readLookupTable(table);
    const pick = (indexes: readonly number[]) => indexes.flatMap((index) => addresses[index] ?? []);
    loaded.writable.push(...pick(writableIndexes));
    loaded.readonly.push(...pick(readonlyIndexes));
  }
  const keys = [...message.staticAccountKeys, ...loaded.writable, ...loaded.readonly];
  const own = message.staticAccountKeys.filter((_, index) => message.isAccountWritable(index));
  return { keys, writable: [...own, ...loaded.writable], loaded };
}

function readLookupTable({ data }: AccountState): readonly PublicKey[] {
  try {
    return AddressLookupTableAccount.deserialize(data).addresses;
  } catch {
    // An account that is not a lookup table provides no addresses.
    return [];
  }
}
