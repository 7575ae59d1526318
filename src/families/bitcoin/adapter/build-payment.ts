import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { memoScript } from '../formats/memo.ts';
import type { BitcoinOutput } from '../formats/read-transaction.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { type Coin, fundOutputs } from './fund-outputs.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { outputFault } from './outputs.ts';

export interface PaymentRequest {
  /** The coins that the wallet may spend: confirmed, and under no other lease. */
  coins: readonly Coin[];
  /** The deposit address' script, and satoshis. */
  payment: BitcoinOutput;
  /** Exact content of an OP_RETURN output after the payment. */
  memo?: Uint8Array;
  changeScript: Uint8Array;
  feeRate: FeeRate;
  /** Satoshis. */
  maxFee: bigint;
}

/**
 * A plain transfer to a deposit address. The outputs are payment, memo and change. Throws
 * `ROUTER_MALFORMED` if nodes would not relay it, `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`.
 */
export function buildPayment(request: PaymentRequest): FundedTransaction {
  const { coins, payment, memo, changeScript, feeRate, maxFee } = request;
  const outputs = memo === undefined ? [payment] : [payment, { value: 0n, script: scriptOf(memo) }];
  const fault = outputFault(outputs);
  if (fault !== undefined) throw unusable(fault);
  const leastFee = (size: bigint): bigint => feeAt(feeRate, size);
  return fundOutputs({ spent: [], coins, outputs, changeScript, leastFee, maxFee });
}

function scriptOf(memo: Uint8Array): Uint8Array {
  try {
    return memoScript(memo);
  } catch (cause) {
    throw unusable(`its memo has ${memo.length} bytes`, cause);
  }
}

function unusable(reason: string, cause?: unknown): FerrymanError {
  return new FerrymanError('ROUTER_MALFORMED', `the payment cannot be built: ${reason}`, { cause });
}
