import type { EvmFee } from './transaction.ts';

/**
 * A fee that replaces `fee` in a mempool: both fields up by `replacementBps`, rounded up
 * (go-ethereum's `core/txpool/legacypool` PriceBump; both the tip and the cap must rise), or what
 * the market asks where that is more and `most` (wei in all) allows it. Where even the lowest
 * replacement costs more than `most` it is that one, for the guard to refuse.
 */
export function replacementFee(
  fee: EvmFee,
  replacementBps: number,
  market: EvmFee,
  most: bigint,
): EvmFee {
  const raised = (value: bigint): bigint =>
    (value * BigInt(10_000 + replacementBps) + 9_999n) / 10_000n;
  const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const { gasLimit } = market;
  const maxFeePerGas = larger(
    raised(fee.maxFeePerGas),
    smaller(market.maxFeePerGas, most / gasLimit),
  );
  // A tip above the cap is no valid transaction (EIP-1559); the raised one is below the raised cap.
  const maxPriorityFeePerGas = larger(
    raised(fee.maxPriorityFeePerGas),
    smaller(market.maxPriorityFeePerGas, maxFeePerGas),
  );
  return { family: fee.family, gasLimit, maxFeePerGas, maxPriorityFeePerGas };
}
