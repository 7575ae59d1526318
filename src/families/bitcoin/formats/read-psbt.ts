import { readBitcoinBytes } from './read-bytes.ts';
import { type BitcoinTransaction, readBitcoinTransaction } from './read-transaction.ts';

/** The key types that Ferryman uses (BIP-174, BIP-371). */
export const psbtGlobal = {
  unsignedTransaction: 0x00,
  xpub: 0x01,
  version: 0xfb,
  proprietary: 0xfc,
} as const;
export const psbtInput = {
  nonWitnessUtxo: 0x00,
  witnessUtxo: 0x01,
  sighashType: 0x03,
  bip32Derivation: 0x06,
  tapBip32Derivation: 0x16,
  tapInternalKey: 0x17,
  proprietary: 0xfc,
} as const;

export interface PsbtEntry {
  type: number;
  /** The key's bytes after its type. */
  keyData: Uint8Array;
  value: Uint8Array;
}

export interface Psbt {
  transaction: BitcoinTransaction;
  global: readonly PsbtEntry[];
  /** One list per input, and one per output. */
  inputs: readonly (readonly PsbtEntry[])[];
  outputs: readonly (readonly PsbtEntry[])[];
}

/** The valid lengths of an entry's key data and value. */
interface EntryForm {
  keyData: (length: number) => boolean;
  value?: (length: number) => boolean;
}

const magic = Buffer.from('psbt\xff', 'latin1');

const of =
  (...lengths: readonly number[]) =>
  (length: number): boolean =>
    lengths.includes(length);
const none = of(0);
const publicKey = of(33, 65);
/** A fingerprint and the path's steps, four bytes each. */
const derivation = (length: number): boolean => length >= 4 && length % 4 === 0;
/** The leaf version, the internal key, and up to 128 tree steps (BIP-341). */
const controlBlock = (length: number): boolean =>
  length >= 33 && length <= 33 + 128 * 32 && (length - 33) % 32 === 0;

type Forms = Readonly<Record<number, EntryForm>>;
const globalForms: Forms = {
  [psbtGlobal.unsignedTransaction]: { keyData: none },
  [psbtGlobal.xpub]: { keyData: of(78), value: derivation },
  [psbtGlobal.version]: { keyData: none, value: of(4) },
};
const inputForms: Forms = {
  [psbtInput.nonWitnessUtxo]: { keyData: none },
  [psbtInput.witnessUtxo]: { keyData: none },
  // Partial signature.
  2: { keyData: publicKey },
  [psbtInput.sighashType]: { keyData: none, value: of(4) },
  // Redeem script and witness script.
  4: { keyData: none },
  5: { keyData: none },
  [psbtInput.bip32Derivation]: { keyData: publicKey, value: derivation },
  // Final script and final witness.
  7: { keyData: none },
  8: { keyData: none },
  // Signatures of the key path and of the script path, a leaf.
  19: { keyData: none, value: of(64, 65) },
  20: { keyData: of(64), value: of(64, 65) },
  21: { keyData: controlBlock },
  [psbtInput.tapBip32Derivation]: { keyData: of(32) },
  [psbtInput.tapInternalKey]: { keyData: none, value: of(32) },
  // The tree's root.
  24: { keyData: none, value: of(32) },
};
const outputForms: Forms = {
  // Redeem script, witness script, derivation.
  0: { keyData: none },
  1: { keyData: none },
  2: { keyData: publicKey, value: derivation },
  // Internal key, tree, derivation of taproot.
  5: { keyData: none, value: of(32) },
  6: { keyData: none },
  7: { keyData: of(32) },
};

/**
 * Reads a PSBT of version 0 (BIP-174, BIP-371): the unsigned transaction, the global map, and a map
 * per input and output. Refuses duplicate keys, malformed entries of known types, and leftover
 * bytes. Throws `RangeError`.
 */
export function readPsbt(bytes: Uint8Array): Psbt {
  const read = readBitcoinBytes(bytes);
  if (!magic.equals(read.take(magic.length)))
    throw new RangeError('it does not start with the magic bytes of a PSBT');

  function map(forms: Forms): PsbtEntry[] {
    const entries = new Map<string, PsbtEntry>();
    for (let key = read.counted(); key.length > 0; key = read.counted()) {
      const name = key.toString('hex');
      if (entries.has(name))
        throw new RangeError(`the key ${name.slice(0, 20)} occurs twice in a map`);
      const entry = {
        type: key[0] ?? 0,
        keyData: Uint8Array.from(key.subarray(1)),
        value: Uint8Array.from(read.counted()),
      };
      requireForm(entry, forms[entry.type]);
      entries.set(name, entry);
    }
    return [...entries.values()];
  }

  const global = map(globalForms);
  const unsigned = entryOf(global, psbtGlobal.unsignedTransaction);
  if (!unsigned) throw new RangeError('it has no unsigned transaction');
  const transaction = readBitcoinTransaction(unsigned);
  const inputs = transaction.inputs.map(() => map(inputForms));
  const outputs = transaction.outputs.map(() => map(outputForms));
  if (!read.isAtEnd()) throw new RangeError('bytes are left after the PSBT');
  return { transaction, global, inputs, outputs };
}

/** The value of the entry of a type without key data. */
export function entryOf(entries: readonly PsbtEntry[], type: number): Uint8Array | undefined {
  return entries.find((entry) => entry.type === type)?.value;
}

/** The amount and script of a witness UTXO (BIP-174). Throws `RangeError`. */
export function readWitnessUtxo(value: Uint8Array): { value: bigint; script: Uint8Array } {
  const read = readBitcoinBytes(value);
  const output = { value: read.uint64(), script: Uint8Array.from(read.counted()) };
  if (!read.isAtEnd()) throw new RangeError('bytes are left after a previous output');
  return output;
}

function requireForm({ type, keyData, value }: PsbtEntry, form: EntryForm | undefined): void {
  if (!form) return;
  if (!form.keyData(keyData.length))
    throw new RangeError(`a key of type ${type} has ${keyData.length} bytes of data`);
  if (form.value?.(value.length) === false)
    throw new RangeError(`a value of type ${type} has ${value.length} bytes`);
}
