import { randomUUID } from 'node:crypto';
import type { Observation } from '../../core/decide/decision.ts';
import { orderTimes } from '../../core/decide/order-times.ts';
import { isBoundedWithoutQuote } from '../../core/decide/takes-one-call.ts';
import { deadlineOf } from '../../core/swap/deadline-of.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { OrderStore } from '../../ports/stores/order-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { checkShortage } from './check-shortage.ts';
import { findLikelyShortage } from './find-likely-shortage.ts';
import { readDestinationAnchor } from './read-destination-anchor.ts';

/**
 * Requests route and transaction in one call, and opens an order that is ready to sign. Nothing is
 * written before the call: a lost response leaves only an unused transaction, and the swap asks
 * again.
 */
export async function requestBestSwap(
  context: ExecutorContext<OrderStore>,
  snapshot: Snapshot,
): Promise<Observation> {
  const { router, guard } = context;
  if (!router.servesSwapBest() || !isBoundedWithoutQuote(snapshot.swap.job, guard)) return refused;
  try {
    return await checkShortage(context, snapshot, request(context, snapshot));
  } catch (cause) {
    if (cause instanceof FerrymanError && refusals.has(cause.code)) return refused;
    throw cause;
  }
}

const refused: Observation = { kind: 'one_call_refused' };

/** These would end the swap, so a quote has to confirm them. */
const refusals: ReadonlySet<ErrorCode> = new Set(['ROUTER_PATH_NOT_FOUND', 'ROUTER_REFUSED']);

async function request(
  context: ExecutorContext<OrderStore>,
  { swap }: Snapshot,
): Promise<Observation> {
  const { journal, router, clock, policy } = context;
  const { job } = swap;
  const short = await findLikelyShortage(context, swap);
  if (short) return short;
  const source = adapterOf(context, job.from.chain);
  const destinationAnchor = await readDestinationAnchor(context, job);
  const orderId = randomUUID() as OrderId;
  const requestedAt = clock.now();
  await context.checkpoint('swap-data-requested');
  // A native coin needs no allowance: the named spender is ignored.
  const { spender: _, ...data } = await router.swapBest(job, orderId, context.calls);
  await context.checkpoint('swap-data-received');
  const now = clock.now();
  await journal.recordBestSwap({
    swapId: swap.id,
    version: swap.version,
    orderId,
    ...data,
    destinationAnchor,
    requestedAt,
    quotedAt: now,
    ...orderTimes(job, policy, { chain: source.chain, now, deadline: deadlineOf(swap) }),
  });
  await context.checkpoint('swap-data-recorded');
  return { kind: 'none' };
}
