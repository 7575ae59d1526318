import { landedAttempt } from '../../core/attempts.ts';
import type { Observation } from '../../core/decision.ts';
import type { Snapshot, Step } from '../../core/swap.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Asks the routing service where a cross-chain swap is. Its answer is a hint: it says where to look, not that money arrived. */
export async function askStatus(context: ExecutorContext, snapshot: Snapshot, payment: Step): Promise<Observation> {
  const { swap, order } = snapshot;
  const paid = landedAttempt(payment);
  if (!order || !paid) return { kind: 'none' };
  const { status, destinationTxId = '' } = await context.router.status({
    quoteId: order.quoteId,
    sourceTxId: paid.txId,
  });
  const { chain } = swap.job.to;
  // What names no transaction is no hint.
  const txId = adapterOf(context, chain).parseTxId(destinationTxId);
  await context.checkpoint('status-received');
  await context.journal.recordStatus({
    swapId: swap.id,
    version: swap.version,
    status,
    ...(txId === undefined ? {} : { destination: { chain, txId } }),
  });
  await context.checkpoint('status-recorded');
  return { kind: 'none' };
}
