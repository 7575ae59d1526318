import { type BitcoinScriptKind, readBitcoinScript } from '../formats/address.ts';
import type { BitcoinOutput, BitcoinTransaction } from '../formats/read-transaction.ts';
import { encodeTransaction } from './wire-transaction.ts';

/**
 * A transaction, and for each of its inputs the output that it spends: with these its fee and its
 * signatures are determined.
 */
export interface FundedTransaction {
  transaction: BitcoinTransaction;
  previousOutputs: readonly BitcoinOutput[];
}

/**
 * Bytes that the witness of one input has at most: of P2WPKH a count, a signature in DER with its
 * sighash type (72), and a public key; of P2TR a count and a signature of 64 bytes, since
 * SIGHASH_DEFAULT is not written (BIP-141, BIP-341). Lengths before each.
 */
const witnessBytes: Readonly<Partial<Record<BitcoinScriptKind, number>>> = {
  p2wpkh: 1 + 73 + 34,
  p2tr: 1 + 65,
};

/** Satoshis: what goes in and does not come out. Negative where more comes out. */
export function feeOf({ transaction, previousOutputs }: FundedTransaction): bigint {
  return sumOf(previousOutputs) - sumOf(transaction.outputs);
}

/**
 * Virtual bytes that it has at most when it is signed (BIP-141); with shorter signatures one less
 * for each few inputs.
 */
export function virtualSizeOf({ transaction, previousOutputs }: FundedTransaction): bigint {
  const witnesses = previousOutputs.reduce((sum, { script }) => sum + witnessBytesOf(script), 0);
  // The marker and the flag of the form with witnesses.
  const weight = encodeTransaction(transaction).length * 4 + 2 + witnesses;
  return BigInt(Math.ceil(weight / 4));
}

/** Whether an output script is one that we sign for: P2WPKH, or the key path of P2TR. */
export function isSignable(script: Uint8Array): boolean {
  const kind = readBitcoinScript(script)?.kind;
  return kind !== undefined && witnessBytes[kind] !== undefined;
}

export function sumOf(outputs: readonly { value: bigint }[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

export function sameScript(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function witnessBytesOf(script: Uint8Array): number {
  const kind = readBitcoinScript(script)?.kind;
  const bytes = kind && witnessBytes[kind];
  if (bytes === undefined) throw new RangeError('an input is neither P2WPKH nor P2TR');
  return bytes;
}
