import type { Observation } from '../../core/decide/decision.ts';
import { landedAttempt } from '../../core/swap/attempts.ts';
import { paymentOutcome } from '../../core/swap/payment-outcome.ts';
import { routerIdOf } from '../../core/swap/router-id.ts';
import type { Attempt, Order, Snapshot, Step } from '../../core/swap/swap.ts';
import type { StatusAnswer } from '../../ports/router.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';
import type { ExecutorContext } from '../context.ts';
import { namedDestination } from './named-destination.ts';

/**
 * Polls the status of a cross-chain swap. The router's status is a hint: it says where to look, not
 * that money arrived.
 */
export async function pollStatus(
  context: ExecutorContext<SwapStore>,
  snapshot: Snapshot,
  payment: Step | undefined,
): Promise<Observation> {
  const { swap, order } = snapshot;
  const answer = order && (await ask(context, order, payment));
  if (!answer) return { kind: 'none' };
  const named = namedDestination(context, swap, answer, paymentOf(snapshot, payment));
  await context.checkpoint('status-received');
  await context.journal.recordStatus({
    swapId: swap.id,
    version: swap.version,
    status: answer.status,
    ...named,
  });
  await context.checkpoint('status-recorded');
  return { kind: 'none' };
}

/** The id of the transaction that paid, if known. The chain may not have shown a manual payment. */
function paymentOf(snapshot: Snapshot, payment: Step | undefined): string | undefined {
  if (payment) return landedAttempt(payment)?.txId;
  const outcome = paymentOutcome(snapshot);
  return outcome.kind === 'manual_deposit_paid' ? outcome.payment.txId : undefined;
}

async function ask(
  context: ExecutorContext,
  order: Order,
  payment: Step | undefined,
): Promise<StatusAnswer | undefined> {
  // The provider knows by its order whether the deposit has arrived.
  if (order.deposit) return context.router.status({ quoteId: order.quoteId });
  const paid = payment && landedAttempt(payment);
  return paid && statusOfAny(context, order, paid, payment);
}

/**
 * If a Bitcoin payment was replaced, the service may know it by the first id that it saw. So if it
 * does not find the landed id, Ferryman asks for the others. That a replaced one failed is no news.
 */
async function statusOfAny(
  { router }: ExecutorContext,
  order: Order,
  paid: Attempt,
  { lease }: Step,
): Promise<StatusAnswer> {
  const quoteId = routerIdOf(order);
  const statusOf = (sourceTxId: string): Promise<StatusAnswer> =>
    router.status(quoteId === undefined ? { sourceTxId } : { quoteId, sourceTxId });
  const answer = await statusOf(paid.txId);
  if (answer.status !== 'NOT_FOUND' || lease?.terms.kind !== 'outpoints') return answer;
  const others = lease.attempts.filter(({ kind, txId }) => kind !== 'cancel' && txId !== paid.txId);
  for (const { txId } of others) {
    const other = await statusOf(txId);
    if (other.status !== 'NOT_FOUND' && other.status !== 'FAIL') return other;
  }
  return answer;
}
