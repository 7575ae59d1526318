import type { Decision, Observation } from '../../core/decide/decision.ts';
import { inclusionWithin } from '../../core/decide/policy.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { OrderStore } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Extends the time of a deposit order that was not signed in time. */
export async function renewOrder(
  context: ExecutorContext<OrderStore>,
  { swap }: Snapshot,
  { order, signBy }: Extract<Decision, { kind: 'renew_order' }>,
): Promise<Observation> {
  const { journal, policy } = context;
  const goodUntil = signBy + inclusionWithin(policy, adapterOf(context, swap.job.from.chain).chain);
  await journal.renewOrder({
    swapId: swap.id,
    version: swap.version,
    orderId: order.id,
    signBy,
    goodUntil,
  });
  return { kind: 'none' };
}
