import { type FeeRate, feeAt } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import { type FundedTransaction, feeOf, sameScript, virtualSizeOf } from './funded-transaction.ts';
import { txIdOf } from './wire-transaction.ts';

/** The outputs of a transaction of ours that come back to us. */
export function changeOf({ transaction }: FundedTransaction, script: Uint8Array): Coin[] {
  const txid = txIdOf(transaction);
  return transaction.outputs.flatMap((output, vout) =>
    sameScript(output.script, script) ? [{ txid, vout, ...output }] : [],
  );
}

/**
 * A child that spends the change of a transaction that is not included yet, and pays for both (CPFP): miners take them together by the fee of
 * both for the size of both. The parent keeps its id, by which everybody asks for it. Throws `INSUFFICIENT_BALANCE` where there is no
 * change or too little of it, `FEE_TOO_HIGH`.
 *
 * @param script of the wallet, which the change is under and goes back to
 * @param mostFee satoshis, for the child alone
 */
export function buildChild(
  parent: FundedTransaction,
  { script, feeRate, mostFee }: { script: Uint8Array; feeRate: FeeRate; mostFee: bigint },
): FundedTransaction {
  const paid = feeOf(parent);
  const parentSize = virtualSizeOf(parent);
  const leastFee = (size: bigint): bigint => {
    const missing = feeAt(feeRate, parentSize + size) - paid;
    const alone = feeAt(feeRate, size);
    if (missing > alone) return missing;
    return alone;
  };
  return fundOutputs({
    spent: changeOf(parent, script),
    coins: [],
    outputs: [],
    changeScript: script,
    leastFee,
    mostFee,
  });
}
