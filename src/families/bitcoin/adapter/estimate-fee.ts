import type { BitcoinChain } from '../formats/chain.ts';
import { maxBitcoinFee } from '../formats/max-fee.ts';
import type { BitcoinFee, BitcoinTransaction } from '../formats/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { feeOf, sumOf, virtualSizeOf } from './funded-transaction.ts';
import { readOrder } from './read-order.ts';

/** Blocks within which a payment should be included. */
const wantedWithin = 3;
/**
 * What nodes pass on at least (Bitcoin Core, policy.h, `DEFAULT_MIN_RELAY_TX_FEE`), for where
 * nobody has an estimate.
 */
const leastRate: FeeRate = 1_000n;

/**
 * A transaction of Bitcoin says itself what it costs: what goes in and does not come out. One that
 * says nothing, a cancel, costs what the market asks, as far as it may.
 */
export async function estimateFee(
  endpoint: Endpoint,
  chain: BitcoinChain,
  account: string,
  transaction: BitcoinTransaction,
): Promise<BitcoinFee> {
  const funded = await readOrder(endpoint, chain, account, transaction);
  const virtualSize = virtualSizeOf(funded);
  const said = feeOf(funded);
  if (said > 0n) return { family: 'bitcoin', total: said, virtualSize };
  const market = feeAt(await readFeeRate(endpoint), virtualSize);
  const most = maxBitcoinFee(sumOf(funded.previousOutputs));
  const isAllowed = market <= most;
  return { family: 'bitcoin', total: isAllowed ? market : most, virtualSize };
}

/** What it takes to be included within a few blocks. */
export async function readFeeRate(endpoint: Endpoint): Promise<FeeRate> {
  const rate = (await endpoint.feeRate(wantedWithin)) ?? leastRate;
  return rate > leastRate ? rate : leastRate;
}
