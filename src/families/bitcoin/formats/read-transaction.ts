import { readBitcoinBytes } from './read-bytes.ts';

/** An output of an earlier transaction, which an input spends. */
export interface Outpoint {
  /** As nodes show it: the double SHA-256 backwards, lower-case hex. */
  txid: string;
  vout: number;
}

/** What an output holds: satoshis, and the script that says who may spend them. */
export interface BitcoinOutput {
  value: bigint;
  script: Uint8Array;
}

/** A transaction without scripts and witnesses of its inputs: what its signatures are about. */
export interface BitcoinTransaction {
  version: number;
  inputs: readonly (Outpoint & { sequence: number })[];
  outputs: readonly BitcoinOutput[];
  locktime: number;
}

/** Satoshis that there are at most (Bitcoin Core, amount.h, `MAX_MONEY`). */
export const maxSatoshis = 2_100_000_000_000_000n;

/**
 * Reads an unsigned transaction in the form without witnesses, in which a PSBT carries it
 * (BIP-174). Nothing may be signed and nothing may be left over. Throws `RangeError`.
 */
export function readBitcoinTransaction(bytes: Uint8Array): BitcoinTransaction {
  const read = readBitcoinBytes(bytes);
  const version = read.uint32();
  return finish(read, { version, ...readInputsAndOutputs(read) });
}

/**
 * Reads a signed transaction in the form with witnesses (BIP-144), in which everything spends
 * segregated witness: what is signed, without the signatures. Throws `RangeError`.
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

/** One outpoint as one text. */
export function outpointKey({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

type Reader = ReturnType<typeof readBitcoinBytes>;

function readInputsAndOutputs(read: Reader): Pick<BitcoinTransaction, 'inputs' | 'outputs'> {
  const inputs = read.list(() => {
    const txid = Buffer.from(read.take(32)).reverse().toString('hex');
    const vout = read.uint32();
    if (read.counted().length > 0)
      throw new RangeError('an input of the transaction is signed already');
    return { txid, vout, sequence: read.uint32() };
  });
  // The form with witnesses has a zero here, as has a transaction without inputs.
  if (inputs.length === 0)
    throw new RangeError('the transaction has no inputs, or is in the form with witnesses');
  return {
    inputs,
    outputs: read.list(() => ({ value: read.uint64(), script: Uint8Array.from(read.counted()) })),
  };
}

function finish(read: Reader, said: Omit<BitcoinTransaction, 'locktime'>): BitcoinTransaction {
  const locktime = read.uint32();
  if (!read.isAtEnd()) throw new RangeError('bytes are left over behind the transaction');
  requireSound(said.inputs, said.outputs);
  return { ...said, locktime };
}

function requireSound(inputs: readonly Outpoint[], outputs: readonly BitcoinOutput[]): void {
  if (new Set(inputs.map(outpointKey)).size !== inputs.length)
    throw new RangeError('an output is spent twice');
  const most = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (most > maxSatoshis) throw new RangeError('the outputs hold more than there is');
}
