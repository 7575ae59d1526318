import type { BitcoinFee } from '../formats/transaction.ts';
import { feeAt, incrementalRelayFee } from './fee-rate.ts';

/**
 * The lowest fee with which nodes take a transaction of the size of `market` in the place of
 * `fee`'s, or what the market asks where that is more and `most` allows it. Where even the lowest
 * costs more than `most` it is that one, for the guard to refuse.
 *
 * @param descendantFees satoshis that go with what is replaced
 * @param most satoshis
 */
export function replacementFee(
  fee: BitcoinFee,
  descendantFees: bigint,
  market: BitcoinFee,
  most: bigint,
): BitcoinFee {
  const { virtualSize } = market;
  // BIP-125, rules 3 and 4.
  const additional = fee.total + descendantFees + feeAt(incrementalRelayFee, virtualSize);
  // More for each virtual byte as well: nodes compare by that too (Bitcoin Core, policy/rbf.h,
  // `PaysMoreThanConflicts`).
  const denser = (fee.total * virtualSize) / fee.virtualSize + 1n;
  const least = additional > denser ? additional : denser;
  const wanted = market.total < most ? market.total : most;
  return { family: 'bitcoin', total: least > wanted ? least : wanted, virtualSize };
}
