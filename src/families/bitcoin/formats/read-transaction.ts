import { readBitcoinBytes } from './read-bytes.ts';

/** An output of an earlier transaction, which an input spends. */
export interface Outpoint {
  /** The reversed double SHA-256, as nodes show it, in lower-case hex. */
  txid: string;
  vout: number;
}

/** An output: satoshis and the script. */
export interface BitcoinOutput {
  value: bigint;
  script: Uint8Array;
}

/** An output that another transaction spends. */
export interface PreviousOutput extends BitcoinOutput {
  /** The transaction that made it has inscribed something: maybe into this output. */
  isInscribed?: true;
}

/** A transaction without scripts and witnesses of its inputs, which is what signatures cover. */
export interface BitcoinTransaction {
  version: number;
  inputs: readonly (Outpoint & { sequence: number })[];
  outputs: readonly BitcoinOutput[];
  locktime: number;
}

/** The maximum supply (Bitcoin Core, amount.h, `MAX_MONEY`). */
export const maxSatoshis = 2_100_000_000_000_000n;

/**
 * Reads the unsigned transaction of a PSBT, in the serialization without witnesses (BIP-174).
 * Refuses signed inputs and leftover bytes. Throws `RangeError`.
 */
export function readBitcoinTransaction(bytes: Uint8Array): BitcoinTransaction {
  const read = readBitcoinBytes(bytes);
  const version = read.uint32();
  return finish(read, { version, ...readInputsAndOutputs(read) });
}

/**
 * Reads a signed transaction in the serialization with witnesses (BIP-144), and drops the
 * signatures. All inputs must spend segregated witness. Throws `RangeError`.
 */
export function readSignedBitcoinTransaction(bytes: Uint8Array): BitcoinTransaction {
  const read = readBitcoinBytes(bytes);
  const version = read.uint32();
  if (read.uint8() !== 0 || read.uint8() !== 1)
    throw new RangeError('the transaction has no witnesses');
  const { inputs, outputs } = readInputsAndOutputs(read);
  for (const _ of inputs) read.list(() => read.counted());
  return finish(read, { version, inputs, outputs });
}

/** `txid:vout`. */
export function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

type Reader = ReturnType<typeof readBitcoinBytes>;

function readInputsAndOutputs(read: Reader): Pick<BitcoinTransaction, 'inputs' | 'outputs'> {
  const inputs = read.list(() => {
    const txid = Buffer.from(read.take(32)).reverse().toString('hex');
    const vout = read.uint32();
    if (read.counted().length > 0)
      throw new RangeError('an input of the transaction is already signed');
    return { txid, vout, sequence: read.uint32() };
  });
  // The serialization with witnesses has a zero here, like a transaction without inputs.
  if (inputs.length === 0)
    throw new RangeError('the transaction has no inputs, or is serialized with witnesses');
  return {
    inputs,
    outputs: read.list(() => ({ value: read.uint64(), script: Uint8Array.from(read.counted()) })),
  };
}

function finish(read: Reader, partial: Omit<BitcoinTransaction, 'locktime'>): BitcoinTransaction {
  const locktime = read.uint32();
  if (!read.isAtEnd()) throw new RangeError('bytes are left after the transaction');
  requireSound(partial.inputs, partial.outputs);
  return { ...partial, locktime };
}

function requireSound(inputs: readonly Outpoint[], outputs: readonly BitcoinOutput[]): void {
  if (new Set(inputs.map(outpointKey)).size !== inputs.length)
    throw new RangeError('an output is spent twice');
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (total > maxSatoshis) throw new RangeError('the outputs hold more than the maximum supply');
}
