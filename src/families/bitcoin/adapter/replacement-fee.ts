import type { BitcoinFee } from '../formats/transaction.ts';
import { feeAt, incrementalRelayFee } from './fee-rate.ts';

/**
 * The fee of a replacement with the size of `market`: the lowest that nodes accept, or the market's
 * fee if that is higher and at most `max`. If even the lowest is above `max`, it is returned, and
 * the guard refuses it.
 *
 * @param fee the fee of the replaced transaction
 * @param descendantFees satoshis of the descendants that the replacement evicts
 * @param max satoshis
 */
export function replacementFee(
  fee: BitcoinFee,
  descendantFees: bigint,
  market: BitcoinFee,
  max: bigint,
): BitcoinFee {
  const { virtualSize } = market;
  // BIP-125, rules 3 and 4.
  const additional = fee.total + descendantFees + feeAt(incrementalRelayFee, virtualSize);
  // The fee rate must be higher too (Bitcoin Core, policy/rbf.h, `PaysMoreThanConflicts`).
  const denser = (fee.total * virtualSize) / fee.virtualSize + 1n;
  const least = additional > denser ? additional : denser;
  const wanted = market.total < max ? market.total : max;
  return { family: 'bitcoin', total: least > wanted ? least : wanted, virtualSize };
}
