import { pointFromScalar } from '@bitcoinerlab/secp256k1';
import { Transaction } from 'bitcoinjs-lib';
import { encodeTransaction } from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { hash160, ownScriptsOf } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import type {
  BitcoinOutput,
  BitcoinTransaction,
} from '../../../../src/families/bitcoin/formats/read-transaction.ts';

/** Compact sizes of one, three or five bytes. */
function sized(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  if (length < 0xfd) return Buffer.concat([Buffer.of(length), bytes]);
  const head = Buffer.alloc(5, 0xfe);
  head.writeUInt32LE(length, 1);
  if (length > 0xffff) return Buffer.concat([head, bytes]);
  const short = Buffer.alloc(3, 0xfd);
  short.writeUInt16LE(length, 1);
  return Buffer.concat([short, bytes]);
}

/** A key (its type, and what is behind it) and its value. */
export type Entry = readonly [key: readonly number[], value: Uint8Array];

function map(entries: readonly Entry[]): Buffer {
  return Buffer.concat([
    ...entries.flatMap(([key, value]) => [sized(Uint8Array.from(key)), sized(value)]),
    Buffer.of(0),
  ]);
}

/** A PSBT as a router could give it: anything in any map. */
export function psbtOf(
  transaction: BitcoinTransaction,
  more: {
    global?: readonly Entry[];
    inputs?: readonly (readonly Entry[])[];
    outputs?: readonly (readonly Entry[])[];
  } = {},
): Buffer {
  return Buffer.concat([
    Buffer.from('psbt\xff', 'latin1'),
    map([[[0], encodeTransaction(transaction)], ...(more.global ?? [])]),
    ...transaction.inputs.map((_, index) => map(more.inputs?.[index] ?? [])),
    ...transaction.outputs.map((_, index) => map(more.outputs?.[index] ?? [])),
  ]);
}

export function witnessUtxo({ value, script }: BitcoinOutput): Entry {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(value);
  return [[1], Buffer.concat([amount, sized(script)])];
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * A transaction that pays `outputs`, from nowhere in particular: what a wallet's coins come from.
 */
export function payingOut(
  outputs: readonly BitcoinOutput[],
  seed = 1,
): { raw: Uint8Array; txid: string } {
  const transaction = new Transaction();
  transaction.version = 2;
  transaction.addInput(Buffer.alloc(32, seed), 0);
  transaction.setWitness(0, [Buffer.alloc(64, seed)]);
  for (const { value, script } of outputs) transaction.addOutput(script, value);
  return { raw: transaction.toBuffer(), txid: transaction.getId() };
}

/** Of the wallet whose scripts are `wallet` and `walletTaproot`. */
const walletKey = Uint8Array.from(Buffer.alloc(32, 0xaa));
export const walletPublicKey = pointFromScalar(walletKey, true)!;
const [wallet, walletTaproot] = ownScriptsOf(
  bitcoinScriptOf('p2wpkh', hash160(walletPublicKey)),
  walletPublicKey,
) as [Uint8Array, Uint8Array];

export const scripts = {
  wallet,
  /** Of the same key. */
  walletTaproot,
  vault: bitcoinScriptOf('p2wsh', Buffer.alloc(32, 0xbb)),
  stranger: bitcoinScriptOf('p2wpkh', Buffer.alloc(20, 0xcc)),
  strangerTaproot: bitcoinScriptOf('p2tr', Buffer.alloc(32, 0xab)),
};
