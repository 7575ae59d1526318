import { type BitcoinScriptKind, readBitcoinScript } from '../formats/address.ts';
import type { BitcoinOutput, BitcoinTransaction } from '../formats/read-transaction.ts';
import { encodeTransaction } from './wire-transaction.ts';

/** A transaction with the output that each input spends. They determine its fee and digests. */
export interface FundedTransaction {
  transaction: BitcoinTransaction;
  previousOutputs: readonly BitcoinOutput[];
}

/**
 * Maximum size of one input's witness. P2WPKH: a count, a DER signature with its sighash type (72),
 * and a public key. P2TR: a count and a 64-byte signature, since SIGHASH_DEFAULT is not encoded
 * (BIP-141, BIP-341). Each item has a length prefix.
 */
const witnessBytes: Readonly<Partial<Record<BitcoinScriptKind, number>>> = {
  p2wpkh: 1 + 73 + 34,
  p2tr: 1 + 65,
};

/** Satoshis: inputs minus outputs. Negative if the outputs are larger. */
export function feeOf({ transaction, previousOutputs }: FundedTransaction): bigint {
  return sumOf(previousOutputs) - sumOf(transaction.outputs);
}

/** Maximum virtual size of the signed transaction (BIP-141). Short signatures make it smaller. */
export function virtualSizeOf({ transaction, previousOutputs }: FundedTransaction): bigint {
  const witnesses = previousOutputs.reduce((sum, { script }) => sum + witnessBytesOf(script), 0);
  // Marker and flag of the witness serialization.
  const weight = encodeTransaction(transaction).length * 4 + 2 + witnesses;
  return BigInt(Math.ceil(weight / 4));
}

/** Whether Ferryman signs for an output script: P2WPKH, or the key path of P2TR. */
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
