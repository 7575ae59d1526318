import { type BitcoinScriptKind, readBitcoinScript } from '../formats/address.ts';
import { isDataScript, readMemoScript } from '../formats/memo.ts';
import { isOwn, type OwnScripts } from '../formats/own-scripts.ts';
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
  type PreviousOutput,
} from '../formats/read-transaction.ts';

/** A Bitcoin transaction's content, decoded from the bytes to sign. Amounts in satoshis. */
export interface BitcoinContent {
  family: 'bitcoin';
  version: number;
  locktime: number;
  inputs: readonly {
    /** `txid:vout`. */
    outpoint: string;
    sequence: number;
    value: bigint;
    /** Absent if its script has no address. */
    kind: BitcoinScriptKind | undefined;
    isOurs: boolean;
    /** The transaction that made it has inscribed something. */
    isInscribed: boolean;
  }[];
  /** All of them, in the order of the bytes. */
  outputs: readonly BitcoinOutput[];
  /** The outputs to others, in the order of the bytes, without change and memos. */
  paid: readonly BitcoinOutput[];
  /** Total of the outputs to the wallet. */
  change: bigint;
  /** Number of outputs to the wallet. */
  changeOutputs: number;
  /** OP_RETURN outputs: their number, their amount, and the content of an only one. */
  memos: { count: number; burnt: bigint; only: Uint8Array | undefined };
  /** Total of the outputs to others. */
  value: bigint;
  fee: bigint;
  /** Maximum virtual size once signed. */
  virtualSize: bigint;
}

export type DecodedBitcoin = { ok: true; content: BitcoinContent } | { ok: false; fault: string };

/** The decoder's input besides the bytes. */
export interface BitcoinKnowledge {
  /** The output scripts of the wallet’s key. */
  own: OwnScripts;
  /** Spent outputs by `outpointKey`, from the configured endpoints, proven by transaction hashes. */
  previousOutputs: ReadonlyMap<string, PreviousOutput>;
}

/**
 * Decodes the PSBT to sign. It must contain only the transaction and the previous outputs: no
 * signature, script or key, and no sighash type, so that the signature covers everything. The
 * outputs must equal the known ones, so that the fee is the true one.
 */
export function decodeBitcoin(bytes: string, known: BitcoinKnowledge): DecodedBitcoin {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes))
    return { ok: false, fault: 'the bytes are not hexadecimal' };
  try {
    return { ok: true, content: contentOf(readPsbt(Buffer.from(bytes.slice(2), 'hex')), known) };
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'unreadable';
    return { ok: false, fault: `the bytes are not an unsigned transaction (${why})` };
  }
}

function contentOf(
  { transaction, global, inputs, outputs }: Psbt,
  { own, previousOutputs }: BitcoinKnowledge,
): BitcoinContent {
  if (
    global.some(({ type }) => type !== psbtGlobal.unsignedTransaction) ||
    outputs.some(({ length }) => length > 0)
  ) {
    throw new RangeError('they contain more than the transaction and the outputs that it spends');
  }
  const spent = transaction.inputs.map((input, index) => {
    const outpoint = outpointKey(input);
    const {
      value,
      script: under,
      isInscribed = false,
    } = requireKnown(readSpent(inputs[index] ?? []), previousOutputs.get(outpoint), outpoint);
    const kind = readBitcoinScript(under)?.kind;
    const isOurs = isOwn(own, under);
    return { outpoint, sequence: input.sequence, value, kind, isOurs, isInscribed };
  });
  const isMemo = (output: BitcoinOutput): boolean => isDataScript(output.script);
  const memos = transaction.outputs.filter(isMemo);
  const paid = transaction.outputs.filter(
    (output) => !isMemo(output) && !isOwn(own, output.script),
  );
  const back = transaction.outputs.filter((output) => isOwn(own, output.script));
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
  throw new RangeError('an input does not consist of the output that it spends');
}

function requireKnown(
  stated: BitcoinOutput,
  known: PreviousOutput | undefined,
  outpoint: string,
): PreviousOutput {
  if (!known) throw new RangeError(`the output ${outpoint} is unknown`);
  if (stated.value === known.value && same(stated.script, known.script)) return known;
  throw new RangeError(`the bytes state another output than ${outpoint} is`);
}

/**
 * Witness bytes have weight 1 and others 4 (BIP-141). A witness has at most 108 bytes for P2WPKH,
 * and 66 for the key path of P2TR.
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
