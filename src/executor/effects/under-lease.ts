import type { LeaseId } from '../../core/swap/ids.ts';
import { isTooOldToSign } from '../../core/swap/is-too-old-to-sign.ts';
import { paysOutElsewhere } from '../../core/swap/job.ts';
import { isPayment, type LeaseTerms } from '../../core/swap/swap.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { judgeStep } from './judge-step.ts';
import type { LeasedStep } from './lease-step.ts';
import type { SwapStep } from './swap-step.ts';

/** Whether the step is a payment of an order that is too old to sign. */
export function isTooOld(
  { clock }: Pick<ExecutorContext, 'clock'>,
  { snapshot, planned }: SwapStep,
): boolean {
  return isPayment(planned.kind) && isTooOldToSign(snapshot.order ?? {}, clock.now());
}

/** Builds the bytes of a leased step and judges them for its own swap. */
export function judgeLeased(
  context: ExecutorContext<AdmissionStore>,
  {
    planned,
    snapshot,
    transaction,
    intent,
    prices,
  }: Pick<LeasedStep, 'planned' | 'snapshot' | 'transaction' | 'intent' | 'prices'>,
  terms: LeaseTerms,
) {
  const { swap } = snapshot;
  const lease = { account: swap.job.wallet.address, terms };
  return judgeStep(context, {
    chain: planned.chain,
    swap,
    feeSpent: swap.feeSpent,
    lease,
    transaction,
    fee: planned.fee,
    intent,
    prices,
  });
}

/**
 * Read as late as possible before a cross-chain payment: an older transfer cannot be its payout.
 */
export async function destinationHead(
  context: ExecutorContext,
  { snapshot: { swap }, planned }: SwapStep,
): Promise<bigint | undefined> {
  if (!isPayment(planned.kind) || !paysOutElsewhere(swap.job) || swap.job.to.reportedOnly)
    return undefined;
  return (await adapterOf(context, swap.job.to.chain).head()).latest;
}

/** Voids the lease on failure: nothing can have been sent between lease and commit. */
export async function voidOnFailure<Result>(
  context: ExecutorContext<SigningStore>,
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
