/** The transaction that a step puts on its chain, before it has a lease: what, not when or at which fee. */
export interface EvmTransaction {
  family: 'evm';
  to: string;
  /** 0x-prefixed calldata, `0x` for none. */
  data: string;
  /** Wei. */
  value: bigint;
}

/** One member per chain family. */
export type TransactionObject = EvmTransaction;

/** What a transaction may cost at most, and the fee fields that bound it. */
interface EvmFee {
  family: 'evm';
  gasLimit: bigint;
  /** Wei per gas; for `legacy` chains this is the gas price. */
  maxFeePerGas: bigint;
  /** Wei per gas; zero on `legacy` chains. */
  maxPriorityFeePerGas: bigint;
}

export type Fee = EvmFee;

/** Wei that `fee` can cost at most. */
export function maximumFee(fee: Fee): bigint {
  return fee.gasLimit * fee.maxFeePerGas;
}

/**
 * A fee that replaces `fee` in a mempool: both fields up by `replacementBps`, rounded up (go-ethereum's `core/txpool/legacypool`
 * PriceBump; both the tip and the cap must rise), or what the market asks where that is more and `most` (wei in all) allows it. Where
 * even the lowest replacement costs more than `most` it is that one, for the guard to refuse.
 */
export function replacementFee(fee: Fee, replacementBps: number, market: Fee, most: bigint): Fee {
  const raised = (value: bigint): bigint => (value * BigInt(10_000 + replacementBps) + 9_999n) / 10_000n;
  const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const { gasLimit } = market;
  const maxFeePerGas = larger(raised(fee.maxFeePerGas), smaller(market.maxFeePerGas, most / gasLimit));
  // A tip above the cap is no valid transaction (EIP-1559); the raised one is below the raised cap.
  const maxPriorityFeePerGas = larger(
    raised(fee.maxPriorityFeePerGas),
    smaller(market.maxPriorityFeePerGas, maxFeePerGas),
  );
  return { family: fee.family, gasLimit, maxFeePerGas, maxPriorityFeePerGas };
}
