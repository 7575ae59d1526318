import type { Observation } from '../../core/decision.ts';
import { inclusionWithin } from '../../core/policy.ts';
import type { Order, Snapshot } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Asks for the finished transaction of the open order. */
export async function requestSwapData(
  context: ExecutorContext,
  { swap }: Snapshot,
  order: Order,
): Promise<Observation> {
  const { journal, router, policy, clock } = context;
  const version = await journal.markRequested({ swapId: swap.id, version: swap.version, orderId: order.id });
  await context.checkpoint('swap-data-requested');
  const data = await router.swap(swap.job, order.quoteId);
  await context.checkpoint('swap-data-received');
  if (order.spender !== undefined && data.spender !== order.spender) {
    // The allowance was arranged for the quote's spender; another one is another order.
    throw new FerrymanError('ROUTER_QUOTE_EXPIRED', 'the swap data names another spender than its quote', {
      details: { quoted: order.spender, answered: data.spender ?? 'none' },
    });
  }
  const now = clock.now();
  await journal.recordSwapData({
    swapId: swap.id,
    version,
    orderId: order.id,
    provider: data.provider,
    minOut: data.minOut,
    expectedOut: data.expectedOut,
    declaredFee: data.declaredFee,
    transaction: data.transaction,
    echo: data.echo,
    // Nothing is signed after the job's deadline, however long the way from here to the commit takes.
    signBy: Math.min(now + policy.signWithin, swap.job.deadline),
    goodUntil: now + inclusionWithin(policy, adapterOf(context, swap.job.from.chain).chain),
    raw: data.raw,
  });
  await context.checkpoint('swap-data-recorded');
  return { kind: 'none' };
}
