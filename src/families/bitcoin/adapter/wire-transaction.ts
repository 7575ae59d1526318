import { Transaction } from 'bitcoinjs-lib';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BitcoinTransaction } from '../formats/read-transaction.ts';

/** What the library works with; every input without script and witness. */
export function toLibrary({ version, inputs, outputs, locktime }: BitcoinTransaction): Transaction {
  const transaction = new Transaction();
  transaction.version = version;
  transaction.locktime = locktime;
  for (const { txid, vout, sequence } of inputs)
    transaction.addInput(inWireOrder(txid), vout, sequence);
  for (const { value, script } of outputs) transaction.addOutput(script, value);
  return transaction;
}

/** The form without witnesses. */
export function encodeTransaction(transaction: BitcoinTransaction): Uint8Array {
  return toLibrary(transaction).toBuffer();
}

/** The id covers no witness, so that a transaction has it before it is signed. */
export function txIdOf(transaction: BitcoinTransaction): string {
  return toLibrary(transaction).getId();
}

/**
 * Reads a transaction in the form in which nodes pass it on, signed or not. Whatever the library
 * reads is written again and has to give the same bytes: it is lenient with what it reads. Throws
 * `Error`.
 */
export function decodeRaw(bytes: Uint8Array): Transaction {
  const transaction = Transaction.fromBuffer(Uint8Array.from(bytes));
  if (!Buffer.from(transaction.toBuffer()).equals(bytes))
    throw new Error('it is not in canonical form');
  return transaction;
}

/** Without the scripts and the witnesses of its inputs. */
export function fromLibrary({ version, locktime, ins, outs }: Transaction): BitcoinTransaction {
  return {
    version,
    inputs: ins.map(({ hash, index, sequence }) => ({
      txid: inShownOrder(hash),
      vout: index,
      sequence,
    })),
    outputs: outs.map(({ value, script }) => ({ value, script })),
    locktime,
  };
}

/** Bytes as `0x` and lower-case hex, and back. Throws `Error`. */
export function encodeHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

export function decodeHex(text: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(text)) throw new Error('they are not hexadecimal');
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}

export function mismatch(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('SIGNATURE_MISMATCH', message, { cause });
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable';
}

function inWireOrder(txid: string): Uint8Array {
  return Uint8Array.from(Buffer.from(txid, 'hex').reverse());
}

function inShownOrder(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}
