import { renewJob } from '../../core/operator/judge-retry.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { submittedAtOf } from '../../core/swap/job-seal.ts';
import { isEnd } from '../../core/swap/swap.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { type InspectedSwap, type InspectStore, inspectSwap } from '../inspect-swap.ts';
import type { Preview } from './preview.ts';
import { type PreviewStores, previewJob } from './preview-swap.ts';

export interface RetryPreview extends InspectedSwap {
  /** What would be quoted, signed and judged now. Absent: the retry would be refused. */
  preview?: Preview;
}

/**
 * What a retry of this swap would do now. Signs and stores nothing. Throws `NOT_FOUND`,
 * `UNKNOWN_CHAIN` if the operator has removed its chain, `ROUTER_BUDGET_SPENT`.
 */
export async function previewRetry(
  context: ExecutorContext<PreviewStores & InspectStore>,
  id: SwapId,
): Promise<RetryPreview> {
  const inspected = await inspectSwap(context, id);
  const { snapshot, money } = inspected;
  if (!('as' in money.retry)) return inspected;
  const { job, state } = snapshot.swap;
  // Before a call of the routing service is spent.
  adapterOf(context, job.from.chain);
  const retried = isEnd(state)
    ? renewJob(job, submittedAtOf(snapshot.swap), context.clock.now())
    : job;
  return {
    ...inspected,
    preview: await previewJob(context, retried, {
      // The retry seals the job anew, if this swap's seal is right.
      authenticity: await context.jobSeals.verify({ ...snapshot.swap, state: 'requested' }),
      // What is admitted for the swap once only is not admitted for another swap of the same job.
      admittedItems: (keys) => context.journal.admittedItems(id, keys),
    }),
  };
}
