import type { Observation } from '../../core/decision.ts';
import { isCrossChain, minimumBack, minimumOut } from '../../core/job.ts';
import {
  attributeOtherToken,
  attributeOwn,
  attributeRefund,
  attributeReported,
  attributeUnreported,
  type PayoutCandidate,
  type SettlementFinding,
} from '../../core/settlement.ts';
import type { Attempt, Order, Snapshot, Step } from '../../core/swap.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import type { Journal } from '../../ports/journal.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Looks where the money of a payment, or of what fetched it from a bridge, has arrived. */
export async function findSettlement(context: ExecutorContext, snapshot: Snapshot, step: Step): Promise<Observation> {
  const { order } = snapshot;
  if (!order) return { kind: 'none' };
  const finding = await find(context, snapshot, order, step);
  await context.checkpoint('payout-found');
  return { kind: 'settlement', finding };
}

async function find(
  context: ExecutorContext,
  snapshot: Snapshot,
  order: Order,
  step: Step,
): Promise<SettlementFinding> {
  const { job, routerStatus } = snapshot.swap;
  if (step.kind !== 'swap' || !isCrossChain(job)) return findOwn(context, snapshot, order, step);
  switch (routerStatus?.status) {
    case 'REVERTED':
      return routerStatus.destination
        ? findOtherToken(context, snapshot, routerStatus.destination.txId)
        : findRefund(context, snapshot, step);
    case 'FAIL': {
      const refund = await findRefund(context, snapshot, step);
      return refund.kind === 'nothing' ? findPayout(context, snapshot, order) : refund;
    }
    default:
      return findPayout(context, snapshot, order);
  }
}

/** Our own transaction brought the money, and its receipt says how much: to the receiver, or of a refund back to the wallet. */
async function findOwn(
  context: ExecutorContext,
  { swap: { job } }: Snapshot,
  order: Order,
  step: Step,
): Promise<SettlementFinding> {
  const landed = finalAttempt(step);
  if (!landed) return { kind: 'nothing' };
  const [{ chain, token }, account] = step.kind === 'refund' ? [job.from, job.wallet.address] : [job.to, job.receiver];
  const transfers = await adapterOf(context, chain).receivedIn(landed.txId, account, token);
  return step.kind === 'refund'
    ? attributeOwn(candidates(chain, transfers), minimumBack(job, context.policy), 'refund')
    : attributeOwn(candidates(chain, transfers), minimumOut(job, order));
}

async function findPayout(context: ExecutorContext, snapshot: Snapshot, order: Order): Promise<SettlementFinding> {
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

/** What the routing service says was paid instead: whatever token that transaction moved to the receiver. */
async function findOtherToken(context: ExecutorContext, snapshot: Snapshot, txId: string): Promise<SettlementFinding> {
  const { receiver, to } = snapshot.swap.job;
  const adapter = adapterOf(context, to.chain);
  const tokens = await adapter.tokensReceivedIn(txId, receiver);
  const transfers = await Promise.all(tokens.map((token) => adapter.receivedIn(txId, receiver, token)));
  return attributeOtherToken(await withClaims(context.journal, candidates(to.chain, transfers.flat())));
}

/** Who was paid sends it back where the job said, or to the wallet; transactions of our own bring payouts, not refunds. */
async function findRefund(context: ExecutorContext, { swap }: Snapshot, payment: Step): Promise<SettlementFinding> {
  const { journal, policy } = context;
  const { refundAddress, wallet, from, amount } = swap.job;
  const landed = finalAttempt(payment);
  if (!landed) return { kind: 'not_final' };
  const block = landed.block.number;
  const adapter = adapterOf(context, from.chain);
  const transfers = await Promise.all(
    [...new Set([refundAddress, wallet.address])].map((address) => adapter.receivedSince(block, address, from.token)),
  );
  const foreign = [];
  for (const transfer of transfers.flat()) {
    if ((await journal.findAttempt(from.chain, transfer.txId)) === undefined) foreign.push(transfer);
  }
  const refunds = await withClaims(journal, candidates(from.chain, foreign));
  const rivals = await journal.refundRivals(swap.id);
  return attributeRefund(refunds, { amount, block, dropBps: policy.refundDropBps }, rivals);
}

function finalAttempt({ lease }: Step) {
  for (const { kind, txId, inclusion } of lease?.attempts ?? ([] as Attempt[])) {
    if (kind !== 'cancel' && inclusion.status === 'final' && inclusion.succeeded) {
      return { txId, block: inclusion.block };
    }
  }
  return undefined;
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
