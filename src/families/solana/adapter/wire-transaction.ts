import {
  Message,
  MessageV0,
  PublicKey,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { encodeBase58 } from '../../shared/formats/base58.ts';
import type { SolanaTransaction } from '../formats/transaction.ts';

/** Maximum size: an IPv6 packet without its headers (solana.com/docs, transactions). */
const maxBytes = 1_232;
export const signatureLength = 64;

/** A legacy or version 0 message, with addresses and the wire form's indexes into them. */
export interface WireMessage {
  version: 'legacy' | 0;
  header: {
    numRequiredSignatures: number;
    numReadonlySignedAccounts: number;
    numReadonlyUnsignedAccounts: number;
  };
  /** The message's own accounts, without lookup tables. The first one pays the fee. */
  keys: readonly string[];
  blockhash: string;
  instructions: readonly WireInstruction[];
  lookups: readonly { table: string; writable: readonly number[]; readonly: readonly number[] }[];
}

export interface WireInstruction {
  /** Index of the program among the keys. */
  program: number;
  /** Account indexes: keys first, then the tables' writable, then their readonly addresses. */
  accounts: readonly number[];
  data: Uint8Array;
}

export interface WireTransaction {
  /** One per required signer. A missing signature is 64 zero bytes. */
  signatures: readonly Uint8Array[];
  message: WireMessage;
}

/** Decodes the router's transaction. Throws `ROUTER_MALFORMED`. */
export function readRouterTransaction({ data }: SolanaTransaction): WireTransaction {
  try {
    return decodeWire(Buffer.from(data, 'base64'));
  } catch (cause) {
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      `the Solana transaction is invalid: ${reasonOf(cause)}`,
      { cause, details: { rule: 'S01' } },
    );
  }
}

/** Decodes bytes that Ferryman encoded, 0x hex, signed or not. Throws `SIGNATURE_MISMATCH`. */
export function readOwnBytes(bytes: string): WireTransaction {
  try {
    if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes)) throw new Error('they are not hexadecimal');
    return decodeWire(Buffer.from(bytes.slice(2), 'hex'));
  } catch (cause) {
    throw mismatch(`the bytes are not a transaction: ${reasonOf(cause)}`, cause);
  }
}

export function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

export function encodeWire({ signatures, message }: WireTransaction): Uint8Array {
  return new VersionedTransaction(toLibrary(message), [...signatures]).serialize();
}

export function encodeHex(transaction: WireTransaction): string {
  return `0x${Buffer.from(encodeWire(transaction)).toString('hex')}`;
}

/** The bytes that every signer signs. */
export function messageBytes(message: WireMessage): Uint8Array {
  return toLibrary(message).serialize();
}

/** The first signature is the transaction's id. */
export function idOf({ signatures }: WireTransaction): string {
  return encodeBase58(signatures[0] ?? new Uint8Array());
}

export function isMissing(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

/** Whether others than the fee payer must sign. Ferryman cannot change such a message. */
export function isCosigned({ header }: WireMessage): boolean {
  return header.numRequiredSignatures > 1;
}

export function withinPacket(transaction: WireTransaction): boolean {
  return encodeWire(transaction).length <= maxBytes;
}

/** Encodes the result again and requires the same bytes, because the library decodes leniently. */
function decodeWire(bytes: Uint8Array): WireTransaction {
  if (bytes.length > maxBytes) throw new Error(`it has ${bytes.length} bytes, above ${maxBytes}`);
  const { signatures, message: read } = VersionedTransaction.deserialize(bytes);
  const message = fromLibrary(read);
  const { numRequiredSignatures: required } = message.header;
  if (required === 0 || signatures.length !== required || message.keys.length < required) {
    throw new Error('the number of signatures differs from the number of signers');
  }
  if (new Set(message.keys).size !== message.keys.length)
    throw new Error('it names an account twice');
  const transaction = { signatures, message };
  if (!Buffer.from(encodeWire(transaction)).equals(bytes))
    throw new Error('it is not in canonical form');
  return transaction;
}

function fromLibrary(message: VersionedMessage): WireMessage {
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`its version is ${message.version}`);
  const {
    version,
    header,
    staticAccountKeys,
    recentBlockhash,
    compiledInstructions,
    addressTableLookups,
  } = message;
  return {
    version,
    header,
    keys: staticAccountKeys.map((key) => key.toBase58()),
    blockhash: recentBlockhash,
    instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      program: programIdIndex,
      accounts: accountKeyIndexes,
      data,
    })),
    lookups: addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
      table: accountKey.toBase58(),
      writable: writableIndexes,
      readonly: readonlyIndexes,
    })),
  };
}

function toLibrary({
  version,
  header,
  keys,
  blockhash,
  instructions,
  lookups,
}: WireMessage): Message | MessageV0 {
  if (version === 'legacy') {
    return new Message({
      header,
      accountKeys: [...keys],
      recentBlockhash: blockhash,
      instructions: instructions.map(({ program, accounts, data }) => ({
        programIdIndex: program,
        accounts: [...accounts],
        data: encodeBase58(data),
      })),
    });
  }
  return new MessageV0({
    header,
    staticAccountKeys: keys.map((key) => new PublicKey(key)),
    recentBlockhash: blockhash,
    compiledInstructions: instructions.map(({ program, accounts, data }) => ({
      programIdIndex: program,
      accountKeyIndexes: [...accounts],
      data,
    })),
    addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
      accountKey: new PublicKey(table),
      writableIndexes: [...writable],
      readonlyIndexes: [...readonly],
    })),
  });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable';
}
