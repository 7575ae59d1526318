import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  type Outpoint,
  outpointKey,
} from '../formats/read-transaction.ts';
import { type FundedTransaction, feeOf, sumOf, virtualSizeOf } from './funded-transaction.ts';
import { dustLimit } from './outputs.ts';

/** An output that is the wallet's to spend. */
export interface Coin extends Outpoint, BitcoinOutput {}

export interface FundingRequest {
  /** Spent in any case. */
  spent: readonly Coin[];
  /** Spent as far as they are needed. */
  coins: readonly Coin[];
  /** What is paid, in this order; the change comes behind it. */
  outputs: readonly BitcoinOutput[];
  changeScript: Uint8Array;
  /** Satoshis that a transaction of so many virtual bytes has to pay at least. */
  leastFee: (virtualSize: bigint) => bigint;
  /** Satoshis that the network may get at most. */
  maxFee: bigint;
}

/**
 * What each of our inputs says: it may be replaced (BIP-125), and has no relative lock (BIP-68).
 */
export const replaceableSequence = 0xffff_fffd;
/** Nodes pass on nothing larger (Bitcoin Core, policy.h, `MAX_STANDARD_TX_WEIGHT`: 400,000). */
const maxVirtualSize = 100_000n;

/**
 * A transaction that pays the outputs from the fewest coins that suffice: the largest first, those
 * of one amount by their ids, so that the same coins give the same transaction. Change that would
 * be dust, or not worth its own bytes, goes to the fee. Throws `INSUFFICIENT_BALANCE`,
 * `FEE_TOO_HIGH`.
 */
export function fundOutputs({
  spent,
  coins,
  outputs,
  changeScript,
  leastFee,
  maxFee,
}: FundingRequest): FundedTransaction {
  const taken = new Set(spent.map(outpointKey));
  const waiting = coins.filter((coin) => !taken.has(outpointKey(coin))).sort(largestFirst);
  const chosen = [...spent];
  for (;;) {
    const funded = withChange(chosen, { outputs, changeScript, leastFee });
    if (funded) return withinLimits(funded, maxFee);
    const next = waiting.shift();
    if (!next) break;
    chosen.push(next);
  }
  throw new FerrymanError(
    'INSUFFICIENT_BALANCE',
    `the coins hold ${sumOf(chosen)} satoshis, too few for ${sumOf(outputs)} and the fee`,
  );
}

/** Nothing where the coins do not suffice. */
function withChange(
  chosen: readonly Coin[],
  {
    outputs,
    changeScript,
    leastFee,
  }: Pick<FundingRequest, 'outputs' | 'changeScript' | 'leastFee'>,
): FundedTransaction | undefined {
  const left = sumOf(chosen) - sumOf(outputs);
  // Before anything is measured, which takes its time with many coins.
  if (left <= 0n) return undefined;
  const withIt = fund(chosen, [...outputs, { value: 0n, script: changeScript }]);
  const change = left - leastFee(virtualSizeOf(withIt));
  if (change >= dustLimit(changeScript))
    return fund(chosen, [...outputs, { value: change, script: changeScript }]);
  if (outputs.length === 0) return undefined;
  const without = fund(chosen, outputs);
  return left >= leastFee(virtualSizeOf(without)) ? without : undefined;
}

function fund(chosen: readonly Coin[], outputs: readonly BitcoinOutput[]): FundedTransaction {
  const transaction: BitcoinTransaction = {
    version: 2,
    inputs: chosen.map(({ txid, vout }) => ({ txid, vout, sequence: replaceableSequence })),
    outputs,
    locktime: 0,
  };
  return { transaction, previousOutputs: chosen.map(({ value, script }) => ({ value, script })) };
}

function withinLimits(funded: FundedTransaction, maxFee: bigint): FundedTransaction {
  const fee = feeOf(funded);
  if (fee > maxFee) {
    throw new FerrymanError(
      'FEE_TOO_HIGH',
      `the transaction would cost ${fee} satoshis, ${maxFee} at most`,
    );
  }
  const size = virtualSizeOf(funded);
  if (size > maxVirtualSize) {
    throw new FerrymanError(
      'INSUFFICIENT_BALANCE',
      `the coins are too small: it would take ${size} virtual bytes`,
    );
  }
  return funded;
}

function largestFirst(a: Coin, b: Coin): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.vout - b.vout;
}
