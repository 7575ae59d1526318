import { psbtGlobal, psbtInput, readPsbt, readWitnessUtxo } from '../formats/read-psbt.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { decodeHex, encodeHex, encodeTransaction, mismatch, reasonOf } from './wire-transaction.ts';

/*
 * The bytes that the guard judges and the signer signs: a PSBT of version 0 (BIP-174) with only the
 * transaction and each input's previous output as witness UTXO. So fee and digests follow from the
 * bytes alone, common wallet tools can show them, and each transaction has exactly one encoding.
 * The previous transactions, which prove the amounts, are left out because they may be large.
 */

/** 0x hex. */
export function encodeUnsigned({ transaction, previousOutputs }: FundedTransaction): string {
  if (previousOutputs.length !== transaction.inputs.length)
    throw new RangeError('each input spends one output');
  const inputs = previousOutputs.map(({ value, script }) => {
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(value);
    return entry(psbtInput.witnessUtxo, Buffer.concat([amount, counted(script)]));
  });
  const bytes = Buffer.concat([
    Buffer.from('psbt\xff', 'latin1'),
    entry(psbtGlobal.unsignedTransaction, encodeTransaction(transaction)),
    end,
    ...inputs.flatMap((input) => [input, end]),
    ...transaction.outputs.map(() => end),
  ]);
  return encodeHex(bytes);
}

/**
 * Decodes bytes that Ferryman encoded. Encodes the result again and requires the same bytes. Throws
 * `SIGNATURE_MISMATCH`.
 */
export function decodeUnsigned(bytes: string): FundedTransaction {
  try {
    const { transaction, inputs } = readPsbt(decodeHex(bytes));
    const previousOutputs = inputs.map(([only]) => {
      if (only?.type !== psbtInput.witnessUtxo)
        throw new Error('an input lacks its previous output');
      return readWitnessUtxo(only.value);
    });
    const funded = { transaction, previousOutputs };
    if (encodeUnsigned(funded) !== bytes) throw new Error('they are not in canonical form');
    return funded;
  } catch (cause) {
    throw mismatch(`the bytes are not an unsigned transaction: ${reasonOf(cause)}`, cause);
  }
}

/** Terminates a PSBT map. */
const end = Buffer.of(0);

function entry(type: number, value: Uint8Array): Buffer {
  return Buffer.concat([counted(Uint8Array.of(type)), counted(value)]);
}

function counted(bytes: Uint8Array): Buffer {
  return Buffer.concat([compactSize(bytes.length), bytes]);
}

function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.of(length);
  const [mark, width] = length <= 0xffff ? [0xfd, 2] : [0xfe, 4];
  const size = Buffer.alloc(1 + width, mark);
  size.writeUIntLE(length, 1, width);
  return size;
}
