import { higherOf } from '../core/amounts/higher-of.ts';
import type { ChainAdapter, UnsignedTransaction } from '../ports/chain-adapter.ts';

/**
 * Until when the transaction may land. Where its bytes do not show that, a worker could name a time
 * that is too early, and another payment would be signed while this one can still land. Then the
 * chain's own bound counts, if that is later. Read after the simulation of the bytes.
 */
export async function boundExpiry(
  { isolated }: { isolated: boolean },
  { latestExpiry }: Pick<ChainAdapter, 'latestExpiry'>,
  unsigned: UnsignedTransaction,
): Promise<UnsignedTransaction> {
  const { expires } = unsigned;
  if (!isolated || !latestExpiry || expires === undefined) return unsigned;
  return { ...unsigned, expires: higherOf(expires, await latestExpiry()) };
}
