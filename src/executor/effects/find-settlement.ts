import type { Observation } from '../../core/decision.ts';
import { isCrossChain, minimumOut } from '../../core/job.ts';
import { attributeOwn, attributeReported, attributeUnreported, type PayoutCandidate } from '../../core/settlement.ts';
import type { Order, Snapshot, Step } from '../../core/swap.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import type { Journal } from '../../ports/journal.ts';
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
  const { journal } = context;
  const adapter = adapterOf(context, to.chain);
  const claimant = { ...order, minOut: minimumOut(swap.job, order) };
  const named = swap.routerStatus?.destination;
  const transfers = named
    ? await adapter.receivedIn(named.txId, receiver, to.token)
    : await adapter.receivedSince(order.destinationAnchor, receiver, to.token);
  const payouts = await withClaims(journal, candidates(to.chain, transfers));
  const rivals = await journal.rivals(swap.id);
  return named ? attributeReported(payouts, claimant, rivals) : attributeUnreported(payouts, claimant, rivals);
}

/** Says of each transfer which swap it has settled already; what two swaps claim at once the journal still refuses one of them. */
async function withClaims(journal: Journal, payouts: readonly PayoutCandidate[]): Promise<PayoutCandidate[]> {
  const claimed = await journal.claimedLegs(payouts);
  return payouts.map((payout) => {
    const claim = claimed.find(
      ({ chain, txId, index }) => chain === payout.chain && txId === payout.txId && index === payout.index,
    );
    return claim ? { ...payout, claimedBy: claim.bySwap } : payout;
  });
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
