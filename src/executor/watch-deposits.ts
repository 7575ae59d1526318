import type { ChainName } from '../core/chains.ts';
import { mayBeMeantFor } from '../core/judge-deposit-payments.ts';
import { adapterOf, type ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

/** So many places are looked at at a time; the others are for the next look. */
const placesAtOnce = 200;

/**
 * A look at what has come to where orders want their deposits on a chain, in one batch. It does nothing while another process is the chain's
 * observer, and asks nothing of a chain that no order wants a deposit on.
 */
export function createDepositWatcher(
  context: ExecutorContext,
  chain: ChainName,
  isElected: () => Promise<boolean>,
): () => Promise<void> {
  const { journal, policy } = context;
  return async () => {
    if (!(await isElected())) return;
    const places = await journal.depositPlaces({ chain, pace: policy.statusPoll, limit: placesAtOnce });
    if (places.length === 0) return;
    const seen = await adapterOf(context, chain).paymentsTo(places);
    const looks = places.flatMap((place, at) => {
      const { payments, lookedUntil } = seen[at] ?? {};
      if (!payments || lookedUntil === undefined) return [];
      const { orderId, swapId } = place;
      return [{ orderId, swapId, lookedUntil, payments: payments.filter((payment) => mayBeMeantFor(place, payment)) }];
    });
    await wakeAll(context, await journal.recordDeposits(looks));
  };
}
