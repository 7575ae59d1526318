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
 * The lowest fee that replaces `fee` in a mempool: both fields up by `replacementBps`, rounded up (go-ethereum's
 * `core/txpool/legacypool` PriceBump; both the tip and the cap must rise).
 */
export function replacementFee(fee: Fee, replacementBps: number, market: Fee): Fee {
  const raised = (value: bigint): bigint => (value * BigInt(10_000 + replacementBps) + 9_999n) / 10_000n;
  const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  return {
    family: fee.family,
    gasLimit: market.gasLimit,
    maxFeePerGas: larger(raised(fee.maxFeePerGas), market.maxFeePerGas),
    maxPriorityFeePerGas: larger(raised(fee.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
  };
}
