import type { BitcoinFee } from '../formats/transaction.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import { type FundedTransaction, feeOf, sameScript, virtualSizeOf } from './funded-transaction.ts';
import { replacementFee } from './replacement-fee.ts';
import { txIdOf } from './wire-transaction.ts';

/** The outputs of a transaction of ours that come back to us. */
export function changeOf({ transaction }: FundedTransaction, script: Uint8Array): Coin[] {
  const txid = txIdOf(transaction);
  return transaction.outputs.flatMap((output, vout) =>
    sameScript(output.script, script) ? [{ txid, vout, ...output }] : [],
  );
}

/**
 * A child that spends the change of a transaction that is not included yet, and pays for both
 * (CPFP): miners take them together by the fee of both for the size of both. The parent keeps its
 * id, by which everybody asks for it. Throws `INSUFFICIENT_BALANCE` where there is no change or too
 * little of it, `FEE_TOO_HIGH`.
 *
 * @param script of the wallet, which the change is under and goes back to
 * @param maxFee satoshis, for the child alone
 * @param earlier what the child pays in whose place this one comes
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
