import type { VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import type { Observation } from '../../core/decide/decision.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { mayPayOnlyOne } from '../../core/swap/job-seal.ts';
import { isPayment } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { CommitRequest, JoinedPayment } from '../../ports/stores/signing-records.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import type { ExecutorContext } from '../context.ts';
import { broadcastAttempt, type SendStores } from '../effects/broadcast-attempt.ts';
import { commitAttempt } from '../effects/commit-attempt.ts';
import type { Allowed } from '../effects/judge-step.ts';
import { dropSigned, voidJudged } from '../effects/lease-and-send.ts';
import type { SwapStep } from '../effects/swap-step.ts';
import { destinationHead, isTooOld, judgeLeased, voidOnFailure } from '../effects/under-lease.ts';
import { type Batch, leaseBatch, type Payment } from './lease-batch.ts';
import type { Outcome, Report } from './outcome.ts';
import { ending, signBatch } from './sign-batch.ts';

/**
 * Sends payments of one wallet, each of its own swap, in one transaction. A payment with a fault is
 * left out, and the others try again without it.
 */
export async function sendBatch(
  context: ExecutorContext<SendStores>,
  payments: readonly SwapStep[],
): Promise<ReadonlyMap<SwapId, Outcome>> {
  const outcomes = new Map<SwapId, Outcome>();
  const left = (): SwapStep[] => payments.filter(({ snapshot }) => !outcomes.has(snapshot.swap.id));
  for (let [first, ...others] = left(); first; [first, ...others] = left()) {
    const reported = outcomes.size;
    const old = [first, ...others].filter((payment) => isTooOld(context, payment));
    for (const { snapshot } of old)
      outcomes.set(snapshot.swap.id, { observation: { kind: 'none' } });
    if (old.length > 0) continue;
    const report: Report = ({ snapshot }, outcome) => void outcomes.set(snapshot.swap.id, outcome);
    const second = others.find((one, index) => paysAgain(one, [first, ...others.slice(0, index)]));
    if (second) {
      report(second, { error: paidTogether(second) });
      continue;
    }
    try {
      await tryBatch(context, [first, ...others], report);
    } catch (error) {
      // An error that belongs to no payment is reported to the first one; the next round starts
      // with the second.
      if (outcomes.size === reported) report(first, { error });
    }
  }
  return outcomes;
}

/** Neither is in the signing log yet, so that `requireUnpaid` would find none of them. */
function paysAgain({ snapshot: { swap } }: SwapStep, before: readonly SwapStep[]): boolean {
  return before.some(
    ({ snapshot: { swap: other } }) => other.id !== swap.id && mayPayOnlyOne(swap, other),
  );
}

function paidTogether({ snapshot: { swap } }: SwapStep): FerrymanError {
  return new FerrymanError(
    'PAYMENT_MAY_LAND',
    `swap ${swap.id} is not paid in one transaction with a swap that it retries, or that retries the same one: find out who writes to the database`,
    { next: 'retry', details: { swapId: swap.id } },
  );
}

/**
 * One round; it reports an outcome for at least one payment. A failure before the commit returns
 * the lease and its reservations.
 */
async function tryBatch(
  context: ExecutorContext<SendStores>,
  payments: readonly [SwapStep, ...SwapStep[]],
  report: Report,
): Promise<void> {
  const batch = await leaseBatch(context, payments, report);
  if (!batch) return;
  const { leaseId } = batch;
  const [first, ...others] = batch.payments;
  const { chain } = first.planned;
  await context.checkpoint('lease-taken');

  const judged = await judgeParts(context, batch, report);
  if (!judged) return;
  const result = await voidOnFailure(context, leaseId, () => signBatch(context, batch, judged));
  if (result.kind === 'failed') {
    const { code, message } = result.error;
    await context.journal.voidLease({ leaseId, reason: { code, message } });
    return report(batch.payments[result.part] ?? first, { error: result.error });
  }
  if (result.kind === 'judged') {
    const { part, ...observation } = result;
    const refused = part === undefined ? undefined : batch.payments[part];
    await voidJudged(context, leaseId, refused ?? first, result);
    for (const payment of refused ? [refused] : batch.payments) report(payment, { observation });
    return;
  }
  if (result.kind === 'stopped') {
    await context.journal.voidLease({ leaseId, reason: result.reason });
    for (const payment of batch.payments) report(payment, { observation: { kind: 'none' } });
    return;
  }
  const anchors: (bigint | undefined)[] = [];
  for (const payment of batch.payments) {
    anchors.push(
      await forPayment(context, batch, payment, report, () => destinationHead(context, payment)),
    );
  }
  const [anchor, ...otherAnchors] = anchors;
  const { signed, fee, expires } = result;
  const [trace, ...otherTraces] = judged.map((one) => one.trace);
  const committed = await commitAttempt(context, {
    swapId: first.snapshot.swap.id,
    leaseId,
    chain,
    holder: context.holder,
    kind: 'pay',
    ...(first.planned.orderId ? { orderId: first.planned.orderId } : {}),
    txId: signed.txId,
    bytes: signed.bytes,
    fee,
    ...(expires === undefined ? {} : { expires }),
    ...(anchor === undefined ? {} : { destinationAnchor: anchor }),
    ...(trace ? { trace } : {}),
    ...(others.length > 0
      ? {
          joined: others.map((one, index) =>
            joinedPayment(one, otherAnchors[index], otherTraces[index]),
          ),
        }
      : {}),
  } satisfies CommitRequest & { chain: string });
  if (committed.kind === 'refused') {
    await dropSigned(context, leaseId, committed.why);
    const refused =
      batch.payments.find(({ snapshot }) => snapshot.swap.id === committed.joined) ?? first;
    return report(refused, { observation: { kind: 'none' } });
  }
  const until = sendableUntil(batch.payments);
  const swaps = batch.payments.map(({ snapshot }) => snapshot.swap);
  const lease = { account: first.snapshot.swap.job.wallet.address, terms: batch.terms };
  const outcome = await outcomeOf(() =>
    broadcastAttempt(
      context,
      chain,
      { id: committed.attemptId, ...signed },
      {
        swaps,
        firstSigned: context.clock.now(),
        signed: { step: first.planned.kind, kind: 'pay', lease },
        until,
      },
    ),
  );
  for (const payment of batch.payments) report(payment, outcome);
}

/**
 * Builds and judges the bytes of each payment for its own swap. If the guard refuses one, reports
 * that and returns `undefined`.
 */
async function judgeParts(
  context: ExecutorContext<SigningStore & AdmissionStore>,
  batch: Batch,
  report: Report,
): Promise<readonly Allowed[] | undefined> {
  const parts: Allowed[] = [];
  for (const payment of batch.payments) {
    const terms = ending(batch.terms, parts[0]?.part.unsigned);
    const judged = await forPayment(context, batch, payment, report, () =>
      judgeLeased(context, payment, terms),
    );
    if (judged.kind === 'judged') {
      await voidJudged(context, batch.leaseId, payment, judged);
      // If the order expired during the judgement, it is not a bad order: request another one.
      report(payment, { observation: isTooOld(context, payment) ? { kind: 'none' } : judged });
      return undefined;
    }
    parts.push(judged);
  }
  return parts;
}

/** Until when all payments may be sent; `undefined` if none pays an order. */
function sendableUntil(payments: readonly SwapStep[]): number | undefined {
  const until = payments.flatMap(({ snapshot, planned }) =>
    isPayment(planned.kind) ? (snapshot.order?.goodUntil ?? []) : [],
  );
  return until.length > 0 ? Math.min(...until) : undefined;
}

async function outcomeOf(task: () => Promise<Observation>): Promise<Outcome> {
  try {
    return { observation: await task() };
  } catch (error) {
    return { error };
  }
}

function joinedPayment(
  { snapshot, planned }: Payment,
  anchor: bigint | undefined,
  trace: VerdictTrace | undefined,
): JoinedPayment {
  if (!planned.orderId)
    throw new FerrymanError('INTERNAL', 'only payments of orders share a transaction');
  return {
    swapId: snapshot.swap.id,
    orderId: planned.orderId,
    ...(anchor === undefined ? {} : { destinationAnchor: anchor }),
    ...(trace ? { trace } : {}),
  };
}

/** Reports a failure to its payment: the others go on without it. */
async function forPayment<Result>(
  context: ExecutorContext<SigningStore>,
  { leaseId }: Batch,
  payment: Payment,
  report: Report,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await voidOnFailure(context, leaseId, task);
  } catch (error) {
    report(payment, { error });
    throw error;
  }
}
