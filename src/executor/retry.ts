import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import { type Asking, askedBy } from './asked-by.ts';
import type { ExecutorContext, SigningLogContext, SigningLogStores } from './context.ts';
import { dispatch } from './dispatch.ts';
import { noticeLosses } from './notice-losses.ts';
import { sealAgain } from './seal-again.ts';
import { viewOf } from './view-of.ts';

export interface RetryAnswer {
  /** Whether this call created another swap; later retries find the same one. */
  created: boolean;
  /** The swap that goes on: the same one, or the one whose `retryOf` names it. */
  view: SwapView;
}

/**
 * Retries a swap: with a new order if it waits unpaid, as a new swap of the same job if it ended
 * unpaid, which names who asks. Throws `NOT_FOUND`, `PAYMENT_LANDED`, `PAYMENT_MAY_LAND`, `FUNDS_UNKNOWN`,
 * `CANCEL_PENDING`, `RETRIES_SPENT`, `JOURNAL_UNAVAILABLE`.
 */
export async function retry(
  context: SigningLogContext<SwapStore & SigningLogStores> &
    Pick<ExecutorContext, 'queue' | 'clock' | 'policy' | 'outages' | 'jobSeals'>,
  id: SwapId,
  asking: Asking = {},
): Promise<RetryAnswer> {
  const { journal, clock, policy, logger } = context;
  await noticeLosses(context);
  const found = await journal.snapshot(id);
  if (!found) throw noSuchSwap(id);
  const now = clock.now();
  const seal = await sealAgain(context, found.swap, now);
  const asker = askedBy(asking);
  const result = await journal.retry({
    swapId: id,
    maxGenerations: policy.maxGenerations,
    now,
    ...asker,
    ...(seal ? { seal: (job) => seal(job, asker.by) } : {}),
  });
  if (result.kind === 'refused') {
    const { code, message } = result.refusal;
    throw new FerrymanError(code, `swap ${id} is not retried: ${message}`, {
      details: { swapId: id },
    });
  }
  const { swapId, version, created } = result;
  logger.info({ swap: id, as: swapId, created }, 'swap retried');
  await dispatch(context, { swapId, version });
  return { created, view: await viewOf(journal, swapId) };
}
