import type { BitcoinOutput } from '../../core/read-bitcoin-transaction.ts';
import { type FeeRate, feeAt, incrementalRelayFee } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import { type FundedTransaction, feeOf, sameScript, virtualSizeOf } from './funded-transaction.ts';

export interface ReplacementRequest {
  /** What is in the mempool, of ours. */
  original: FundedTransaction;
  /** Satoshis that its descendants pay, which go with it (BIP-125, rule 3). */
  descendantFees: bigint;
  /** The wallet's: what is under it is change. */
  script: Uint8Array;
  /** Confirmed coins to add where the change does not suffice (BIP-125, rule 2: no unconfirmed ones). */
  coins: readonly Coin[];
  feeRate: FeeRate;
  /** Satoshis. */
  mostFee: bigint;
}

/**
 * The same payment from the same outpoints for a higher fee, out of its change or of further coins: one of both lands (BIP-125). Throws
 * `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`.
 */
export function buildReplacement(request: ReplacementRequest): FundedTransaction {
  const { original, script } = request;
  return replace(
    request,
    original.transaction.outputs.filter((output) => !sameScript(output.script, script)),
  );
}

/** Everything that a transaction of ours spends, back to ourselves: it lands in its place. Throws as `buildReplacement` does. */
export function buildCancel(request: Omit<ReplacementRequest, 'coins'>): FundedTransaction {
  return replace({ ...request, coins: [] }, []);
}

function replace(
  { original, descendantFees, script, coins, feeRate, mostFee }: ReplacementRequest,
  outputs: readonly BitcoinOutput[],
): FundedTransaction {
  const { transaction, previousOutputs } = original;
  const spent = previousOutputs.map((output, index) => ({ ...requireInput(transaction.inputs[index]), ...output }));
  const paid = feeOf(original);
  const originalSize = virtualSizeOf(original);
  const leastFee = (size: bigint): bigint =>
    largest(
      feeAt(feeRate, size),
      paid + descendantFees + feeAt(incrementalRelayFee, size),
      // More for each virtual byte as well: nodes compare by that too (Bitcoin Core, policy/rbf.h, `PaysMoreThanConflicts`).
      (paid * size) / originalSize + 1n,
    );
  return fundOutputs({ spent, coins, outputs, changeScript: script, leastFee, mostFee });
}

function requireInput<Input>(input: Input | undefined): Input {
  if (input === undefined) throw new RangeError('each input spends one output');
  return input;
}

function largest(...values: readonly bigint[]): bigint {
  let most = 0n;
  for (const value of values) if (value > most) most = value;
  return most;
}
