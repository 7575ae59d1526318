import type { BitcoinFee } from '../formats/transaction.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import { type FundedTransaction, feeOf, sameScript, virtualSizeOf } from './funded-transaction.ts';
import { replacementFee } from './replacement-fee.ts';
import { txIdOf } from './wire-transaction.ts';

/** The change outputs of a wallet's transaction. */
export function changeOf({ transaction }: FundedTransaction, script: Uint8Array): Coin[] {
  const txid = txIdOf(transaction);
  return transaction.outputs.flatMap((output, vout) =>
    sameScript(output.script, script) ? [{ txid, vout, ...output }] : [],
  );
}

/**
 * A CPFP child that spends the change of an unconfirmed transaction and pays for both. Miners
 * select them together by their total fee and size. The parent keeps its id, which others know.
 * Throws `INSUFFICIENT_BALANCE` if there is too little or no change, and `FEE_TOO_HIGH`.
 *
 * @param script the wallet's script, of the change and of the child's output
 * @param maxFee satoshis, for the child alone
 * @param earlier the fee of the child that this one replaces
 */
export function buildChild(
  parent: FundedTransaction,
  { script, feeRate, maxFee, earlier }: ChildTerms,
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
    spent: changeOf(parent, script),
    coins: [],
    outputs: [],
    changeScript: script,
    leastFee,
    maxFee,
  });
}

interface ChildTerms {
  script: Uint8Array;
  feeRate: FeeRate;
  maxFee: bigint;
  earlier?: BitcoinFee;
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
