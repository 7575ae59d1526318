import type { EvmFee } from './transaction.ts';

/**
 * A fee that replaces `fee` in a mempool. Both fields rise by `replacementBps`, rounded up
 * (go-ethereum's `core/txpool/legacypool` PriceBump requires it of tip and cap), or to the market's
 * fee if that is higher and within `most` (wei in total, with what the network takes beside gas). If
 * even the lowest replacement exceeds `most`, that one is returned, and the guard refuses it.
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
  const { gasLimit, surcharge = 0n } = market;
  const left = most > surcharge ? most - surcharge : 0n;
  const maxFeePerGas = larger(
    raised(fee.maxFeePerGas),
    smaller(market.maxFeePerGas, left / gasLimit),
  );
  // A tip above the cap is invalid (EIP-1559). The raised tip is below the raised cap.
  const maxPriorityFeePerGas = larger(
    raised(fee.maxPriorityFeePerGas),
    smaller(market.maxPriorityFeePerGas, maxFeePerGas),
  );
  return { ...market, maxFeePerGas, maxPriorityFeePerGas };
}
