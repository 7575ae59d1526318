import { isNativeToken } from '../../core/chains.ts';
import type { Observation } from '../../core/decision.ts';
import type { LeaseId } from '../../core/ids.ts';
import { isCrossChain } from '../../core/job.ts';
import type { Snapshot } from '../../core/swap.ts';
import { maximumFee } from '../../core/transaction-object.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';
import { broadcastAttempt } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { judgeAndSign } from './judge-and-sign.ts';
import { chainOf, completeRequest, type PlannedStep, planStep, type StepDecision } from './plan-step.ts';

/**
 * Puts one step on its chain: reserve and lease, build, judge, sign, commit, send. Nothing leaves the process before the
 * commit; whatever fails before it gives the lease back.
 */
export async function executeStep(
  context: ExecutorContext,
  snapshot: Snapshot,
  decision: StepDecision,
): Promise<Observation> {
  const { job } = snapshot.swap;
  // Asked before it is the swap's turn: a slow service must not hold up the wallet's other swaps.
  const request = await completeRequest(context, job, decision);
  return context.gate.run(`${job.wallet.id}:${chainOf(job, decision.step)}`, async () => {
    // Found out here it costs nobody anything; after the simulation it would have cost the others their time.
    if (decision.step === 'swap' && context.clock.now() >= (decision.order.signBy ?? 0)) return { kind: 'none' };
    const planned = await planStep(context, snapshot, request);
    return planned.kind === 'refused' ? planned.observation : leaseAndSend(context, snapshot, planned.step);
  });
}

async function leaseAndSend(context: ExecutorContext, snapshot: Snapshot, planned: PlannedStep): Promise<Observation> {
  const { journal, holder, policy } = context;
  const { swap } = snapshot;
  const { wallet } = swap.job;
  const { chain } = planned;
  const adapter = adapterOf(context, chain);
  // First, so that a journal that went back is called that, and not a wallet that someone else uses.
  await verifyJournal(context);
  const chainNonce = await adapter.nextNonce?.(wallet.address);
  const lease = await journal.lease({
    swapId: swap.id,
    version: swap.version,
    kind: planned.kind,
    ...(planned.orderId ? { orderId: planned.orderId } : {}),
    chain,
    walletId: wallet.id,
    account: wallet.address,
    ...(chainNonce === undefined ? {} : { chainNonce }),
    ...(adapter.coinsOf ? { outpoints: adapter.coinsOf(planned.transaction(0n)) } : {}),
    balances: planned.balances,
    reserve: reservations(snapshot, planned, adapter),
    nativeToken: adapter.chain.nativeToken.address,
    ...(planned.need ? { need: planned.need } : {}),
    ...(planned.sets ? { sets: planned.sets } : {}),
    holder,
    hold: policy.leaseHold,
  });
  if (lease.kind === 'refused') {
    return { kind: 'refused', refusal: lease.refusal, coin: adapter.chain.nativeToken };
  }
  await context.checkpoint('lease-taken');

  const transaction = planned.transaction(lease.allowanceValue ?? 0n);
  const result = await giveBackOnFailure(context, lease.leaseId, () =>
    judgeAndSign(context, {
      chain,
      job: swap.job,
      feeSpent: swap.feeSpent,
      lease: { account: wallet.address, terms: lease.terms },
      transaction,
      fee: planned.fee,
      intent: planned.intent(lease.allowanceValue ?? 0n),
    }),
  );
  if (result.kind === 'judged') {
    await journal.voidLease({ leaseId: lease.leaseId, reason: result.reason });
    return result;
  }
  const anchor = await giveBackOnFailure(context, lease.leaseId, () => destinationHead(context, snapshot, planned));
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId: lease.leaseId,
    chain,
    holder,
    kind: 'pay',
    ...(planned.orderId ? { orderId: planned.orderId } : {}),
    txId: result.signed.txId,
    bytes: result.signed.bytes,
    fee: result.fee,
    ...(result.expires === undefined ? {} : { expires: result.expires }),
    ...(anchor === undefined ? {} : { destinationAnchor: anchor }),
  });
  if (committed.kind === 'refused') {
    // The signed bytes are forgotten here; the lease may already be somebody else's.
    if (committed.why !== 'lease_lost') {
      await journal.voidLease({ leaseId: lease.leaseId, reason: { code: 'COMMIT_REFUSED', message: committed.why } });
    }
    return { kind: 'none' };
  }
  return broadcastAttempt(context, chain, { id: committed.attemptId, ...result.signed });
}

/** Read as late as possible before a payment across chains: what is older than the payment cannot be its payout. */
async function destinationHead(
  context: ExecutorContext,
  { swap }: Snapshot,
  planned: PlannedStep,
): Promise<bigint | undefined> {
  if (planned.kind !== 'swap' || !isCrossChain(swap.job)) return undefined;
  return (await adapterOf(context, swap.job.to.chain).head()).latest;
}

/** Between lease and commit nothing can have been sent, so any failure may give the lease back. */
async function giveBackOnFailure<Result>(
  context: ExecutorContext,
  leaseId: LeaseId,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    await context.journal.voidLease({ leaseId, reason: { code, message } });
    throw cause;
  }
}

/** What the step can take from the wallet at most: the source token, native value, and the network fee. */
function reservations({ swap }: Snapshot, planned: PlannedStep, adapter: ChainAdapter) {
  const { from, amount } = swap.job;
  const paysToken = planned.kind === 'swap' && !isNativeToken(adapter.chain, from.token);
  const coins = adapter.valueOf(planned.transaction(0n), swap.job.wallet.address) + maximumFee(planned.fee);
  return [
    ...(paysToken ? [{ token: from.token, amount }] : []),
    { token: adapter.chain.nativeToken.address, amount: coins },
  ];
}
