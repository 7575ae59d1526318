import { assertNever } from '../../core/assert-never.ts';
import type { Decision, Look, Observation } from '../../core/decide/decision.ts';
import { attributePromised } from '../../core/settlement/attribute-promised.ts';
import {
  attributeOwn,
  type PayoutCandidate,
  type SettlementFinding,
  type TransactionName,
} from '../../core/settlement/settlement.ts';
import { finalAttempt, observedPayoutOf } from '../../core/swap/attempts.ts';
import type { BlockReference } from '../../core/swap/block-reference.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import { type Job, minimumBack, minimumOut } from '../../core/swap/job.ts';
import { paymentOutcome } from '../../core/swap/payment-outcome.ts';
import type { Order, Snapshot, Step } from '../../core/swap/swap.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { candidates } from '../with-attributions.ts';

/** Finds where the money of a payment, or of a refund or claim, has arrived. */
export async function findSettlement(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  { step, look }: Extract<Decision, { kind: 'find_settlement' }>,
): Promise<Observation> {
  const { order } = snapshot;
  if (!order) return { kind: 'none' };
  const finding = await findBy(context, snapshot, order, step, look);
  await context.checkpoint('payout-found');
  return { kind: 'settlement', finding };
}

async function findBy(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
  step: Step | undefined,
  look: Look,
): Promise<SettlementFinding> {
  switch (look) {
    case 'own':
      return step ? findOwn(context, snapshot, order, step) : { kind: 'nothing' };
    case 'payout':
      return findPayout(context, snapshot, order);
    case 'refund': {
      const fetched = await findLostRefund(context, snapshot);
      const refund =
        fetched.kind === 'nothing' ? await findRefund(context, snapshot, order, step) : fetched;
      return unlessPaidOut(context, snapshot, order, refund);
    }
    case 'refund_or_payout': {
      const payout = await findPayout(context, snapshot, order);
      const isThere = payout.kind === 'found' || payout.kind === 'not_final';
      return isThere ? payout : findRefund(context, snapshot, order, step);
    }
    case 'other_token':
      return findOtherToken(context, snapshot, order);
    default:
      return assertNever(look, 'look');
  }
}

/**
 * The receipt of our own transaction says how much it paid: to the receiver, or as a refund to the
 * wallet.
 */
async function findOwn(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
  step: Step,
): Promise<SettlementFinding> {
  const { job } = snapshot.swap;
  const landed = finalAttempt(step);
  if (!landed) return { kind: 'nothing' };
  if (step.kind === 'refund') {
    const { chain, token } = job.from;
    const transfers = await receivedBy(context, step, {
      ...landed,
      chain,
      receiver: job.wallet.address,
      token,
    });
    const back = attributeOwn(transfers, minimumBack(job, context.policy), 'refund');
    return unlessPaidOut(context, snapshot, order, back);
  }
  const { chain, token } = job.to;
  const transfers = await receivedBy(context, step, {
    ...landed,
    chain,
    receiver: job.receiver,
    token,
  });
  return attributeOwn(transfers, minimumOut(job, order));
}

/** As stored while it was recent, or as the chain shows it now. */
async function receivedBy(
  context: ExecutorContext,
  step: Step,
  where: {
    txId: string;
    block: BlockReference;
    chain: ChainName;
    receiver: string;
    token: TokenAddress;
  },
): Promise<PayoutCandidate[]> {
  const { txId, block, chain, receiver, token } = where;
  const seen = observedPayoutOf(step)?.transfers;
  if (seen)
    return seen.map((transfer) => ({ ...transfer, chain, txId, block: block.number, final: true }));
  return candidates(
    chain,
    await adapterOf(context, chain).receivedIn(txId, receiver, token, block.number),
  );
}

/** A refund may be another swap's: if this swap's payout shows too, a person has to decide. */
async function unlessPaidOut(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
  refund: SettlementFinding,
): Promise<SettlementFinding> {
  if (refund.kind !== 'found') return refund;
  const payout = await findPayout(context, snapshot, order);
  if (payout.kind === 'not_final') return payout;
  return payout.kind === 'found' ? { kind: 'ambiguous' } : refund;
}

/**
 * Passes the observed transfers to the journal, which reads competing swaps after them, here and
 * again at settlement.
 */
async function findPayout(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
): Promise<SettlementFinding> {
  const { swap } = snapshot;
  const { receiver, to } = swap.job;
  if (to.reportedOnly) {
    // The order's promise does not hold for a smaller payment, and nothing shows what it gives for
    // one.
    return isPaidShort(snapshot, order)
      ? { kind: 'unseen', chain: to.chain }
      : attributePromised(swap, order);
  }
  const { journal, policy } = context;
  const adapter = adapterOf(context, to.chain);
  const { expectedOut, destinationAnchor } = order;
  const expectation = {
    ...{ expectedOut, destinationAnchor },
    minOut: minimumOut(swap.job, order),
    dropBps: policy.refundDropBps,
  };
  const named = swap.routerStatus?.destination;
  if (named) {
    const transfers = await adapter.receivedIn(named.txId, receiver, to.token, destinationAnchor);
    const names = await namesOfOthers(context, snapshot, adapter, destinationAnchor);
    const finding = await journal.attribute(swap.id, {
      rule: 'reported',
      expectation: { ...expectation, reportedTxId: named.txId, ...(names ? { names } : {}) },
      candidates: candidates(to.chain, transfers),
    });
    // The service may name the wrong transaction although the money has arrived.
    if (finding.kind !== 'nothing' && finding.kind !== 'attributed') return finding;
  }
  const transfers = await adapter.receivedSince(destinationAnchor, receiver, to.token);
  return journal.attribute(swap.id, {
    rule: 'unreported',
    expectation,
    candidates: candidates(to.chain, transfers),
  });
}

/**
 * If transactions have several names: the transfers that the router's names for competing swaps
 * mean.
 */
async function namesOfOthers(
  { journal }: ExecutorContext<AttributionStore>,
  { swap: { id, job } }: Snapshot,
  adapter: ChainAdapter,
  anchor: bigint,
): Promise<TransactionName[] | undefined> {
  if (!adapter.hasSeveralNames) return undefined;
  const others = await journal.competitors(id);
  const anchors = others.flatMap((other) =>
    other.kind === 'payout' ? [other.destinationAnchor] : [],
  );
  const [since] = [anchor, ...anchors].sort((one, other) => (one < other ? -1 : 1));
  const names: TransactionName[] = [];
  for (const reportedTxId of new Set(others.flatMap((other) => other.reportedTxId ?? []))) {
    const transfers = await adapter.receivedIn(reportedTxId, job.receiver, job.to.token, since);
    names.push({ reportedTxId, transfers: transfers.map(({ txId, index }) => ({ txId, index })) });
  }
  return names;
}

/** Whether the manual payment was less than the order asks for. */
function isPaidShort(snapshot: Snapshot, { deposit }: Order): boolean {
  const outcome = paymentOutcome(snapshot);
  return (
    outcome.kind === 'manual_deposit_paid' &&
    deposit !== undefined &&
    outcome.payment.amount < deposit.amount
  );
}

/** What the named transaction moved to the receiver in another token, if it is not the payout. */
async function findOtherToken(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
): Promise<SettlementFinding> {
  const payout = await findPayout(context, snapshot, order);
  if (payout.kind !== 'nothing') return payout;
  const { swap } = snapshot;
  const { receiver, to } = swap.job;
  const txId = swap.routerStatus?.destination?.txId;
  if (txId === undefined) return payout;
  const adapter = adapterOf(context, to.chain);
  const tokens = await adapter.tokensReceivedIn(txId, receiver);
  const since = order.destinationAnchor;
  const transfers = await Promise.all(
    tokens.map((token) => adapter.receivedIn(txId, receiver, token, since)),
  );
  return context.journal.attribute(swap.id, {
    rule: 'other_token',
    expectation: {
      destinationAnchor: order.destinationAnchor,
      dropBps: context.policy.refundDropBps,
    },
    candidates: candidates(to.chain, transfers.flat()),
  });
}

/**
 * A provider refunds to the job's refund address or to the wallet. Our own transactions bring
 * payouts, not refunds.
 */
async function findRefund(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  order: Order,
  payment: Step | undefined,
): Promise<SettlementFinding> {
  const { swap } = snapshot;
  const { journal, policy } = context;
  const { refundAddress, wallet, from } = swap.job;
  const paid = payment ? paidBy(payment, swap.job) : paidByHand(snapshot, order);
  if (!paid) return { kind: 'not_final' };
  const { amount, block } = paid;
  const adapter = adapterOf(context, from.chain);
  const transfers = await Promise.all(
    [...new Set([refundAddress, wallet.address])].map((address) =>
      adapter.receivedSince(block, address, from.token),
    ),
  );
  return journal.attribute(swap.id, {
    rule: 'refund',
    paid: { amount, block, dropBps: policy.refundDropBps },
    candidates: candidates(from.chain, transfers.flat()),
  });
}

interface Paid {
  amount: bigint;
  block: bigint;
}

function paidBy(payment: Step, { amount }: Job): Paid | undefined {
  const landed = finalAttempt(payment);
  return landed && { amount, block: landed.block.number };
}

/** The received amount, or the ordered one if the chain did not show it. */
function paidByHand(snapshot: Snapshot, { deposit, depositAnchor }: Order): Paid | undefined {
  const outcome = paymentOutcome(snapshot);
  if (outcome.kind === 'manual_deposit_paid')
    return { amount: outcome.payment.amount, block: outcome.payment.block.number };
  return deposit && depositAnchor !== undefined
    ? { amount: deposit.amount, block: depositAnchor }
    : undefined;
}

/** A refund that a lost transaction of ours has fetched. */
async function findLostRefund(
  context: ExecutorContext<AttributionStore>,
  { swap }: Snapshot,
): Promise<SettlementFinding> {
  const { from, wallet } = swap.job;
  const adapter = adapterOf(context, from.chain);
  const lost = await context.journal.lostRefunds(swap.id);
  const transfers = await Promise.all(
    lost.map((txId) => adapter.receivedIn(txId, wallet.address, from.token)),
  );
  return attributeOwn(
    candidates(from.chain, transfers.flat()),
    minimumBack(swap.job, context.policy),
    'refund',
  );
}
