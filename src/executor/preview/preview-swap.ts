import { callsOfOrder, isBoundedWithoutQuote } from '../../core/decide/takes-one-call.ts';
import type { Job } from '../../core/swap/job.ts';
import type { JobAuthenticity } from '../../core/swap/job-seal.ts';
import type { Order, Reason } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ReservedCalls } from '../../ports/call-budget.ts';
import type { ApprovalStore } from '../../ports/stores/approval-store.ts';
import type { HealthStore } from '../../ports/stores/health-store.ts';
import type { OverviewStore } from '../../ports/stores/overview-store.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';
import type { WalletStore } from '../../ports/stores/wallet-store.ts';
import { askedBy } from '../asked-by.ts';
import type { ExecutorContext } from '../context.ts';
import { requestQuote } from '../effects/request-quote.ts';
import { enterJob } from '../enter-job.ts';
import { freezeJob, ofRule } from '../freeze-job.ts';
import { readJob } from '../read-job.ts';
import { refusalToReplace } from '../replace.ts';
import type { SubmitRequest } from '../submit.ts';
import { createTimeLimit } from '../time-limit.ts';
import { findWaits } from './find-waits.ts';
import type { Preview } from './preview.ts';
import type { Others } from './preview-step.ts';
import { createScratch, type Scratch } from './scratch-journal.ts';
import { walkPreview } from './walk-preview.ts';

export type PreviewStores = WalletStore &
  PreviewStore &
  Pick<SwapStore, 'snapshot' | 'findSuccessor'> &
  Pick<OverviewStore, 'allowances'> &
  Pick<HealthStore, 'health'> &
  Pick<ApprovalStore, 'admittedItems' | 'standingItems' | 'hasPaid'>;

export type SwapPreviewRequest = Omit<SubmitRequest, 'idempotencyKey' | 'onReplace'>;

/**
 * What a job would do now, by the decisions, effects and guard that would execute it. Stores,
 * leases, reserves and signs nothing. Throws what `submit` throws, and `ROUTER_BUDGET_SPENT`.
 */
export async function previewSwap(
  context: ExecutorContext<PreviewStores>,
  request: SwapPreviewRequest,
): Promise<Preview> {
  const { job, refusal } = await draft(context, request);
  // No offer is asked for: the job would not be accepted.
  if (refusal) return { job, steps: [], verdict: 'refused', reason: refusal, waitsFor: [] };
  return previewJob(context, job, { admittedItems: standingFor(context, request) });
}

/** The same for a job that was read and frozen already. */
export async function previewJob(
  context: ExecutorContext<PreviewStores>,
  job: Job,
  {
    authenticity = asSubmitted,
    admittedItems,
  }: { authenticity?: JobAuthenticity } & Pick<Others, 'admittedItems'>,
): Promise<Preview> {
  const scratch = createScratch(job, context.journal, context.clock.now());
  const { swap } = scratch.snapshot();
  const needed = callsOfOrder(swap, isBoundedWithoutQuote(job, context.guard));
  return withCalls(context, needed, async (calls) => {
    const { journal } = context;
    const { steps, refusal, waitsFor } = await walkPreview(
      scratched(context, scratch, calls, authenticity),
      scratch,
      {
        reservedFunds: (of) => journal.reservedFunds(of),
        hasPaid: (chain, receiver, before) => journal.hasPaid(chain, receiver, before),
        admittedItems,
      },
    );
    const { order } = scratch.snapshot();
    const allWaits = [...(await findWaits(journal, swap.job, order)), ...waitsFor];
    return {
      job: swap.job,
      ...(order ? { order } : {}),
      steps,
      verdict: refusal ? 'refused' : allWaits.length > 0 ? 'waits' : 'allowed',
      ...(refusal ? { reason: refusal } : {}),
      waitsFor: allWaits,
    };
  });
}

/** What a swap would be admitted for that this key submits. */
function standingFor(
  { journal }: ExecutorContext<PreviewStores>,
  request: SwapPreviewRequest,
): Others['admittedItems'] {
  return (keys) => journal.standingItems([askedBy(request).by], keys);
}

/**
 * What the routing service offers for a job: its best route, without a transaction. Throws what
 * `submit` throws, and `ROUTER_*`.
 */
export async function quoteJob(
  context: ExecutorContext<PreviewStores>,
  request: SwapPreviewRequest,
): Promise<{ job: Job; order: Order }> {
  const { job: drafted } = await draft(context, request);
  const scratch = createScratch(drafted, context.journal, context.clock.now());
  return withCalls(context, 1, async (calls) => {
    // The transaction is not asked for, so its call is not needed.
    const { require: _, ...rest } = calls;
    const one = { ...rest, require: async () => undefined };
    await requestQuote(scratched(context, scratch, one), scratch.snapshot());
    const { swap, order } = scratch.snapshot();
    if (!order) throw new FerrymanError('INTERNAL', 'the quote left no order');
    return { job: swap.job, order };
  });
}

/**
 * Checks the job as a submission does, and chooses the account that would pay. `refusal`: why it may
 * not take the place of the swap that it replaces.
 */
async function draft(
  context: ExecutorContext<PreviewStores>,
  { body, by, rule }: SwapPreviewRequest,
): Promise<{ job: Job; refusal?: Reason }> {
  const timeLimit = createTimeLimit(context.policy.submitWithin);
  const request = await readJob(context, { body, by, timeLimit });
  const { replaces } = request;
  const refusal =
    replaces === undefined ? undefined : await refusalToReplace(context, replaces, by);
  const replaced = replaces === undefined ? undefined : await context.journal.snapshot(replaces);
  const asker = replaced ? replaced.swap.job.rule : rule;
  const frozen = ofRule(await freezeJob(context, request, timeLimit), asker);
  const job = await enterJob(context, frozen, { take: async (chosen) => chosen, timeLimit });
  return { job, ...(refusal ? { refusal } : {}) };
}

/** The caller of a preview gives the job. It is sealed once it is submitted. */
const asSubmitted: JobAuthenticity = { kind: 'sealed', by: 'preview' };

function scratched(
  context: ExecutorContext,
  { journal }: Scratch,
  calls: ReservedCalls,
  authenticity = asSubmitted,
) {
  const jobSeals = { ...context.jobSeals, verify: async () => authenticity };
  return { ...context, journal, calls, jobSeals, logger: context.logger.child({ preview: true }) };
}

/** Previews share what swaps leave of the call budget. */
async function withCalls<Result>(
  { router }: ExecutorContext,
  count: number,
  task: (calls: ReservedCalls) => Promise<Result>,
): Promise<Result> {
  const calls = await router.reserveCalls(async () => count, 'preview');
  try {
    return await task(calls);
  } finally {
    await calls.giveBack();
  }
}
