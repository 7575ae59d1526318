import type { ResolvedTransaction } from '../resolved-transaction.ts';

/** In how many blocks, in the numbers that Esplora gives. */
const TARGETS = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1_008];
/** Virtual bytes of one line of the histogram. */
const HISTOGRAM_STEP = 50_000;

/**
 * What has to be bid to be in a block after so many, in satoshis for each virtual byte: a little
 * more than what nothing gets in below, and never less than what nodes relay.
 */
export function renderFeeEstimates(leastFeeRate: number): object {
  return Object.fromEntries(TARGETS.map((target) => [target, feeRateWithin(target, leastFeeRate)]));
}

/** The same for one number of blocks. */
export function feeRateWithin(blocks: number, leastFeeRate: number): number {
  return Math.max(1, leastFeeRate) * (blocks <= 2 ? 1.5 : blocks <= 6 ? 1.2 : 1);
}

/**
 * What waits: how many transactions, of how many virtual bytes, for how many satoshis, and what
 * they bid.
 */
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
