import type { ResolvedTransaction } from '../resolved-transaction.ts';

/** The confirmation targets in Esplora's answer, in blocks. */
const TARGETS = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1_008];
/** Virtual bytes of one entry of the histogram. */
const HISTOGRAM_STEP = 50_000;

/**
 * Fee rates per confirmation target in satoshis per virtual byte: slightly above the minimum of the
 * next block, and never below the relay fee.
 */
export function renderFeeEstimates(leastFeeRate: number): object {
  return Object.fromEntries(TARGETS.map((target) => [target, feeRateWithin(target, leastFeeRate)]));
}

/** The fee rate of one confirmation target. */
export function feeRateWithin(blocks: number, leastFeeRate: number): number {
  return Math.max(1, leastFeeRate) * (blocks <= 2 ? 1.5 : blocks <= 6 ? 1.2 : 1);
}

/** The mempool: number of transactions, virtual bytes, fees in satoshis, and the fee histogram. */
export function renderMempool(waiting: readonly ResolvedTransaction[]): object {
  const histogram: [number, number][] = [];
  let size = 0;
  let feeRate = 0;
  const byBid = waiting
    .map(({ fee, virtualSize }) => ({ feeRate: Number(fee) / virtualSize, virtualSize }))
    .sort((one, other) => other.feeRate - one.feeRate);
  for (const bid of byBid) {
    if (size > HISTOGRAM_STEP && bid.feeRate !== feeRate) {
      histogram.push([feeRate, size]);
      size = 0;
    }
    size += bid.virtualSize;
    feeRate = bid.feeRate;
  }
  if (size > 0) histogram.push([feeRate, size]);
  return {
    count: waiting.length,
    vsize: waiting.reduce((sum, { virtualSize }) => sum + virtualSize, 0),
    total_fee: Number(waiting.reduce((sum, { fee }) => sum + fee, 0n)),
    fee_histogram: histogram,
  };
}
