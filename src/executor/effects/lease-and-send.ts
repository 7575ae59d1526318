import type { Observation } from '../../core/decide/decision.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import type { ExecutorContext } from '../context.ts';
import { broadcastAttempt, type SendStores } from './broadcast-attempt.ts';
import { commitAttempt } from './commit-attempt.ts';
import { type LeasedStep, leaseStep } from './lease-step.ts';
import type { Judged } from './report-findings.ts';
import { type SignedStep, type StoppedStep, signatureOf, signStep } from './sign-step.ts';
import type { SwapStep } from './swap-step.ts';
import { destinationHead, isTooOld, judgeLeased, voidOnFailure } from './under-lease.ts';

/**
 * Puts one step on its chain: lease, judge, sign, commit, send. A failure before the commit returns
 * the lease.
 */
export async function leaseAndSend(
  context: ExecutorContext<SendStores>,
  step: SwapStep,
): Promise<Observation> {
  if (isTooOld(context, step)) return { kind: 'none' };
  const lease = await leaseStep(context, step);
  if (lease.kind === 'refused') return lease.observation;
  const { leased } = lease;
  const { leaseId } = leased;
  await context.checkpoint('lease-taken');

  const result = await voidOnFailure(context, leaseId, () => judgeAndSignLeased(context, leased));
  if (result.kind === 'judged') {
    await voidJudged(context, leaseId, leased, result);
    // If the order expired during the judgement, it is not a bad order: request another one.
    return isTooOld(context, leased) ? { kind: 'none' } : result;
  }
  if (result.kind === 'stopped') {
    await context.journal.voidLease({ leaseId, reason: result.reason });
    return { kind: 'none' };
  }
  const anchor = await voidOnFailure(context, leaseId, () => destinationHead(context, leased));
  return commitAndSend(context, leased, result, anchor);
}

/** Signs exactly the bytes that the guard judged. */
async function judgeAndSignLeased(
  context: ExecutorContext<SendStores>,
  leased: LeasedStep,
): Promise<Judged | SignedStep | StoppedStep> {
  const judged = await judgeLeased(context, leased, leased.terms);
  if (judged.kind === 'judged') return judged;
  const { comparison, planned, snapshot } = leased;
  const signature = signatureOf([snapshot]);
  const step = { chain: planned.chain, comparison, signature };
  return signStep(context, step, judged);
}

/** Voids a lease because the guard does not allow what one of its swaps was to sign. */
export async function voidJudged(
  { journal }: ExecutorContext<SigningStore>,
  leaseId: LeasedStep['leaseId'],
  { snapshot }: Pick<LeasedStep, 'snapshot'>,
  { reason, trace }: Judged,
): Promise<void> {
  const judged = trace ? { judged: { swapId: snapshot.swap.id, trace } } : {};
  await journal.voidLease({ leaseId, reason, ...judged });
}

async function commitAndSend(
  context: ExecutorContext<SendStores>,
  { leaseId, planned, terms, snapshot: { swap, order } }: LeasedStep,
  { signed, fee, expires, trace }: SignedStep,
  anchor: bigint | undefined,
): Promise<Observation> {
  const { chain, orderId } = planned;
  const { txId, bytes } = signed;
  const committed = await commitAttempt(context, {
    swapId: swap.id,
    leaseId,
    chain,
    holder: context.holder,
    kind: 'pay',
    ...(orderId ? { orderId } : {}),
    txId,
    bytes,
    fee,
    ...(expires === undefined ? {} : { expires }),
    ...(anchor === undefined ? {} : { destinationAnchor: anchor }),
    ...(trace ? { trace } : {}),
  });
  if (committed.kind === 'refused') {
    await dropSigned(context, leaseId, committed.why);
    return { kind: 'none' };
  }
  const until = isPayment(planned.kind) ? order?.goodUntil : undefined;
  return broadcastAttempt(
    context,
    chain,
    { id: committed.attemptId, ...signed },
    {
      swaps: [swap],
      firstSigned: context.clock.now(),
      signed: {
        step: planned.kind,
        kind: 'pay',
        lease: { account: swap.job.wallet.address, terms },
      },
      until,
    },
  );
}

/** Drops the signed bytes and voids the lease, unless another process already has it. */
export async function dropSigned(
  { journal }: ExecutorContext<SigningStore>,
  leaseId: LeasedStep['leaseId'],
  why: string,
): Promise<void> {
  if (why === 'lease_lost') return;
  await journal.voidLease({ leaseId, reason: { code: 'COMMIT_REFUSED', message: why } });
}
