import { higherOf } from '../../../core/amounts/higher-of.ts';
import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import { maxBitcoinFee, maxFeeRate } from '../formats/max-fee.ts';
import type { BitcoinFee, BitcoinTransaction } from '../formats/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { type FeeRate, feeAt } from './fee-rate.ts';
import { feeOf, sumOf, virtualSizeOf } from './funded-transaction.ts';
import { readOrder } from './read-order.ts';
import type { Wallet } from './wallets.ts';

/** A payment should be included within this many blocks. */
const wantedWithin = 3;
/** The minimum that nodes relay (Bitcoin Core, policy.h, `DEFAULT_MIN_RELAY_TX_FEE`). */
const minRate: FeeRate = 1_000n;

/**
 * A Bitcoin transaction has a fixed fee: inputs minus outputs. If that is zero, as for a cancel,
 * the fee is the market's, up to the maximum for what it spends.
 */
export async function estimateFee(
  endpoint: Endpoint,
  wallet: Wallet,
  transaction: BitcoinTransaction,
  readRate: ReadFeeRate,
): Promise<BitcoinFee> {
  const funded = await readOrder(endpoint, wallet, transaction);
  const virtualSize = virtualSizeOf(funded);
  const fixed = feeOf(funded);
  if (fixed > 0n) return { family: 'bitcoin', total: fixed, virtualSize };
  const market = feeAt(await readRate(), virtualSize);
  const max = maxBitcoinFee(sumOf(funded.previousOutputs));
  const isAllowed = market <= max;
  return { family: 'bitcoin', total: isAllowed ? market : max, virtualSize };
}

/** `rateOfHosts`, asked only where a fee depends on it. */
export type ReadFeeRate = () => Promise<FeeRate>;

/**
 * Of what the hosts of a chain estimate, the lowest: none of them raises what is paid. A host without
 * an estimate says nothing of the market: what it asks for at least counts only if none has one.
 */
export async function rateOfHosts(endpoints: Endpoints<Endpoint>): Promise<FeeRate> {
  return lowestRate(await readOfEachHost(endpoints, readFeeRate));
}

/** A fee rate for inclusion within a few blocks. */
interface MarketRate {
  rate: FeeRate;
  /** It is no estimate, but the least that the server relays. */
  isLeast?: true;
}

/**
 * Bounded at both ends, so that the estimate of a sole server counts as little as the guard lets it:
 * servers have said 19,000 satoshis per virtual byte.
 */
export async function readFeeRate(endpoint: Endpoint): Promise<MarketRate> {
  const { estimate, least: told = minRate } = await endpoint.feeRate(wantedWithin);
  const bounded = (rate: FeeRate): FeeRate => lowerOf(higherOf(rate, minRate), maxFeeRate);
  const least = bounded(told);
  return estimate === undefined
    ? { rate: least, isLeast: true }
    : { rate: higherOf(bounded(estimate), least) };
}

export function lowestRate(rates: readonly [MarketRate, ...MarketRate[]]): FeeRate {
  const estimates = rates.filter(({ isLeast }) => !isLeast);
  const counting = estimates.length > 0 ? estimates : rates;
  return counting.map(({ rate }) => rate).reduce(lowerOf);
}
