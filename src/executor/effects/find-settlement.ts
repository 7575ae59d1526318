import type { Observation } from '../../core/decision.ts';
import { isCrossChain, minimumOut } from '../../core/job.ts';
import { attributeOwn, attributeReported, attributeUnreported, type PayoutCandidate } from '../../core/settlement.ts';
import type { Order, Snapshot, Step } from '../../core/swap.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Looks on the destination chain for what the payment bought. */
export async function findSettlement(
  context: ExecutorContext,
  snapshot: Snapshot,
  payment: Step,
): Promise<Observation> {
  const { swap, order } = snapshot;
  if (!order) return { kind: 'none' };
  const finding = isCrossChain(swap.job)
    ? await findPayout(context, snapshot, order)
    : await findOwnOutput(context, snapshot, order, payment);
  await context.checkpoint('payout-found');
  return { kind: 'settlement', finding };
}

/** Same chain: our own transaction is the settlement, and its receipt says what it brought. */
async function findOwnOutput(context: ExecutorContext, snapshot: Snapshot, order: Order, payment: Step) {
  const { receiver, to } = snapshot.swap.job;
  const landed = payment.lease?.attempts.find(({ inclusion }) => inclusion.status === 'final');
  const adapter = adapterOf(context, to.chain);
  const transfers = landed ? await adapter.receivedIn(landed.txId, receiver, to.token) : [];
  return attributeOwn(candidates(to.chain, transfers), minimumOut(snapshot.swap.job, order));
}

async function findPayout(context: ExecutorContext, snapshot: Snapshot, order: Order) {
  const { swap } = snapshot;
  const { receiver, to } = swap.job;
  const adapter = adapterOf(context, to.chain);
  const claimant = { ...order, minOut: minimumOut(snapshot.swap.job, order) };
  const named = swap.routerStatus?.destination;
  if (named) {
    const transfers = await adapter.receivedIn(named.txId, receiver, to.token);
    return attributeReported(candidates(to.chain, transfers), claimant, await context.journal.rivals(swap.id));
  }
  const transfers = await adapter.receivedSince(order.destinationAnchor, receiver, to.token);
  return attributeUnreported(candidates(to.chain, transfers), claimant, await context.journal.rivals(swap.id));
}

function candidates(chain: string, transfers: readonly ReceivedTransfer[]): PayoutCandidate[] {
  return transfers.map(({ txId, index, token, amount, block, final }) => ({
    chain,
    txId,
    index,
    token,
    amount,
    block: block.number,
    final,
  }));
}
