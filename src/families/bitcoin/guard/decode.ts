import { type BitcoinScriptKind, readBitcoinScript } from '../formats/address.ts';
import { isDataScript, readMemoScript } from '../formats/memo.ts';
import {
  type Psbt,
  type PsbtEntry,
  psbtGlobal,
  psbtInput,
  readPsbt,
  readWitnessUtxo,
} from '../formats/read-psbt.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  outpointKey,
} from '../formats/read-transaction.ts';

/** What a transaction of Bitcoin does, read from the bytes that are signed. Money in satoshis. */
export interface BitcoinContent {
  family: 'bitcoin';
  version: number;
  locktime: number;
  inputs: readonly {
    /** `txid:vout`. */
    outpoint: string;
    sequence: number;
    value: bigint;
    /** Absent: its script is none that an address stands for. */
    kind: BitcoinScriptKind | undefined;
    isOurs: boolean;
  }[];
  /** All of them, in the order of the bytes. */
  outputs: readonly BitcoinOutput[];
  /** What others get, by script, in the order of the bytes; neither change nor memo. */
  paid: readonly BitcoinOutput[];
  /** What comes back to us, over all outputs. */
  change: bigint;
  /** In how many outputs it does. */
  changeOutputs: number;
  /** Scripts with OP_RETURN: how many, and what the one that is a single push says. */
  memos: { count: number; burnt: bigint; only: Uint8Array | undefined };
  /** What others get, over all outputs. */
  value: bigint;
  fee: bigint;
  /** Virtual bytes at most, signed. */
  virtualSize: bigint;
}

export type DecodedBitcoin = { ok: true; content: BitcoinContent } | { ok: false; fault: string };

/** What the decoder is told beside the bytes. */
export interface BitcoinKnowledge {
  /** The output script of the wallet’s address. */
  script: Uint8Array;
  /**
   * What is spent, by `outpointKey`, as our own endpoints have it and the hashes of its
   * transactions prove.
   */
  previousOutputs: ReadonlyMap<string, BitcoinOutput>;
}

/**
 * Reads the PSBT that will be signed. It has the transaction and the previous outputs in it and
 * nothing else: no sighash type, so that all is signed, no signature, no script, no key; and these
 * outputs are those that are known otherwise, so that its fee is the true one.
 */
export function decodeBitcoin(bytes: string, known: BitcoinKnowledge): DecodedBitcoin {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes))
    return { ok: false, fault: 'the bytes are not hexadecimal' };
  try {
    return { ok: true, content: contentOf(readPsbt(Buffer.from(bytes.slice(2), 'hex')), known) };
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'unreadable';
    return { ok: false, fault: `the bytes are no unsigned transaction (${why})` };
  }
}

function contentOf(
  { transaction, global, inputs, outputs }: Psbt,
  { script, previousOutputs }: BitcoinKnowledge,
): BitcoinContent {
  if (
    global.some(({ type }) => type !== psbtGlobal.unsignedTransaction) ||
    outputs.some(({ length }) => length > 0)
  ) {
    throw new RangeError('they say more than the transaction and what it spends');
  }
  const spent = transaction.inputs.map((input, index) => {
    const outpoint = outpointKey(input);
    const { value, script: under } = requireKnown(
      readSpent(inputs[index] ?? []),
      previousOutputs.get(outpoint),
      outpoint,
    );
    const kind = readBitcoinScript(under)?.kind;
    return { outpoint, sequence: input.sequence, value, kind, isOurs: same(under, script) };
  });
  const isMemo = (output: BitcoinOutput): boolean => isDataScript(output.script);
  const memos = transaction.outputs.filter(isMemo);
  const paid = transaction.outputs.filter(
    (output) => !isMemo(output) && !same(output.script, script),
  );
  const back = transaction.outputs.filter((output) => same(output.script, script));
  return {
    family: 'bitcoin',
    version: transaction.version,
    locktime: transaction.locktime,
    inputs: spent,
    outputs: transaction.outputs,
    paid,
    change: sumOf(back),
    changeOutputs: back.length,
    memos: {
      count: memos.length,
      burnt: sumOf(memos),
      only: memos.length === 1 && memos[0] ? readMemoScript(memos[0].script) : undefined,
    },
    value: sumOf(paid),
    fee: sumOf(spent) - sumOf(transaction.outputs),
    virtualSize: sizeOf(transaction, spent),
  };
}

function readSpent([only, ...more]: readonly PsbtEntry[]): BitcoinOutput {
  if (only?.type === psbtInput.witnessUtxo && more.length === 0) return readWitnessUtxo(only.value);
  throw new RangeError('an input says more or less than what it spends');
}

function requireKnown(
  told: BitcoinOutput,
  known: BitcoinOutput | undefined,
  outpoint: string,
): BitcoinOutput {
  if (!known) throw new RangeError(`nobody knows what ${outpoint} holds`);
  if (told.value === known.value && same(told.script, known.script)) return known;
  throw new RangeError(
    `${outpoint} holds ${known.value} satoshis, and the bytes say another thing`,
  );
}

/**
 * Bytes count four times, those of a witness once (BIP-141): 108 for P2WPKH at most, 66 for the key
 * path of P2TR.
 */
function sizeOf({ inputs, outputs }: BitcoinTransaction, spent: BitcoinContent['inputs']): bigint {
  const outputBytes = outputs.reduce(
    (sum, { script }) => sum + 8 + lengthBytes(script.length) + script.length,
    0,
  );
  const base =
    8 + lengthBytes(inputs.length) + inputs.length * 41 + lengthBytes(outputs.length) + outputBytes;
  const witnesses = spent.reduce((sum, { kind }) => sum + (kind === 'p2tr' ? 66 : 108), 2);
  return BigInt(Math.ceil((base * 4 + witnesses) / 4));
}

function lengthBytes(length: number): number {
  return length < 0xfd ? 1 : 3;
}

function sumOf(outputs: readonly { value: bigint }[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
