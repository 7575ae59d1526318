import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  type Outpoint,
  outpointKey,
} from '../formats/read-transaction.ts';
import { type FundedTransaction, feeOf, sumOf, virtualSizeOf } from './funded-transaction.ts';
import { inBitcoin } from './in-bitcoin.ts';
import { dustLimit } from './outputs.ts';

/** An output that the wallet can spend. */
export interface Coin extends Outpoint, BitcoinOutput {}

export interface FundingRequest {
  /** Always spent. */
  spent: readonly Coin[];
  /** Spent as needed. */
  coins: readonly Coin[];
  /** The payments, in this order. The change follows. */
  outputs: readonly BitcoinOutput[];
  changeScript: Uint8Array;
  /** Minimum fee, in satoshis, of a transaction of this size. */
  leastFee: (virtualSize: bigint) => bigint;
  /** Satoshis. */
  maxFee: bigint;
}

/** Signals that the transaction may be replaced (BIP-125). Sets no relative lock (BIP-68). */
export const replaceableSequence = 0xffff_fffd;
/** Nodes relay nothing larger (Bitcoin Core, policy.h, `MAX_STANDARD_TX_WEIGHT`: 400,000). */
const maxVirtualSize = 100_000n;

/**
 * Pays the outputs from as few coins as possible: largest first, equal amounts ordered by id, so
 * that the same coins give the same transaction. Change that would be dust, or costs more than it
 * is worth, goes to the fee. Throws `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`.
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
    `the coins hold ${inBitcoin(sumOf(chosen))}, too little for ${inBitcoin(sumOf(outputs))} and the fee`,
  );
}

/** `undefined` if the coins do not suffice. */
function withChange(
  chosen: readonly Coin[],
  {
    outputs,
    changeScript,
    leastFee,
  }: Pick<FundingRequest, 'outputs' | 'changeScript' | 'leastFee'>,
): FundedTransaction | undefined {
  const left = sumOf(chosen) - sumOf(outputs);
  // Checked first, because measuring a transaction with many coins is slow.
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
      `the fee of the transaction would be ${inBitcoin(fee)}, above the maximum of ${inBitcoin(maxFee)}`,
    );
  }
  const size = virtualSizeOf(funded);
  if (size > maxVirtualSize) {
    throw new FerrymanError(
      'INSUFFICIENT_BALANCE',
      `the coins are too small: the transaction would have ${size} virtual bytes, above ${maxVirtualSize}`,
    );
  }
  return funded;
}

function largestFirst(a: Coin, b: Coin): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.vout - b.vout;
}
