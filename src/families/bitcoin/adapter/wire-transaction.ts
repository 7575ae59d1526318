import { Transaction } from 'bitcoinjs-lib';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BitcoinTransaction } from '../formats/read-transaction.ts';

/** The library's form, without scripts and witnesses of the inputs. */
export function toLibrary({ version, inputs, outputs, locktime }: BitcoinTransaction): Transaction {
  const transaction = new Transaction();
  transaction.version = version;
  transaction.locktime = locktime;
  for (const { txid, vout, sequence } of inputs)
    transaction.addInput(inWireOrder(txid), vout, sequence);
  for (const { value, script } of outputs) transaction.addOutput(script, value);
  return transaction;
}

/** The serialization without witnesses. */
export function encodeTransaction(transaction: BitcoinTransaction): Uint8Array {
  return toLibrary(transaction).toBuffer();
}

/** The id does not cover witnesses, so it is known before signing. */
export function txIdOf(transaction: BitcoinTransaction): string {
  return toLibrary(transaction).getId();
}

/**
 * Decodes a transaction in network serialization, signed or not. Encodes the result again and
 * requires the same bytes, because the library decodes leniently. Throws `Error`.
 */
export function decodeRaw(bytes: Uint8Array): Transaction {
  const transaction = Transaction.fromBuffer(Uint8Array.from(bytes));
  if (!Buffer.from(transaction.toBuffer()).equals(bytes))
    throw new Error('it is not in canonical form');
  return transaction;
}

/** Drops the scripts and witnesses of the inputs. */
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

/** 0x hex in lower case. */
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
