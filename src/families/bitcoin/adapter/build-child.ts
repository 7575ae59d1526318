import { isOwn, type OwnScripts } from '../formats/own-scripts.ts';
import type { BitcoinFee } from '../formats/transaction.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import { type FundedTransaction, feeOf, virtualSizeOf } from './funded-transaction.ts';
import { replacementFee } from './replacement-fee.ts';
import { txIdOf } from './wire-transaction.ts';

/** The change outputs of a wallet's transaction. */
export function changeOf({ transaction }: FundedTransaction, own: OwnScripts): Coin[] {
  const txid = txIdOf(transaction);
  return transaction.outputs.flatMap((output, vout) =>
    isOwn(own, output.script) ? [{ txid, vout, ...output }] : [],
  );
}

/**
 * A CPFP child that spends the change of an unconfirmed transaction and pays for both. Miners
 * select them together by their total fee and size. The parent keeps its id, which others know.
 * Throws `INSUFFICIENT_BALANCE` if there is too little or no change, and `FEE_TOO_HIGH`.
 *
 * @param own the wallet's scripts, of the change; the child's output goes to the first
 * @param maxFee satoshis, for the child alone
 * @param earlier the fee of the child that this one replaces
 */
export function buildChild(
  parent: FundedTransaction,
  { own, feeRate, maxFee, earlier }: ChildTerms,
): FundedTransaction {
  const paid = feeOf(parent);
  const parentSize = virtualSizeOf(parent);
  const leastFee = (virtualSize: bigint): bigint => {
    const both = feeAt(feeRate, parentSize + virtualSize) - paid;
    const total = largest(both, feeAt(feeRate, virtualSize));
    return earlier
      ? replacementFee(earlier, 0n, { family: 'bitcoin', total, virtualSize }, maxFee).total
      : total;
  };
  return fundOutputs({
    spent: changeOf(parent, own),
    coins: [],
    outputs: [],
    changeScript: own[0],
    leastFee,
    maxFee,
  });
}

interface ChildTerms {
  own: OwnScripts;
  feeRate: FeeRate;
  maxFee: bigint;
  earlier?: BitcoinFee;
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
