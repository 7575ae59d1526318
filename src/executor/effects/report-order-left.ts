import type { Observation } from '../../core/decide/decision.ts';
import { orderLeftBy } from '../../core/deposits/order-left-by.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';

/**
 * What was asked of a provider, an order by deposit; or that it has made none. Throws what `asked`
 * throws where it may have made one.
 */
export async function reportOrderLeft(
  { swap }: Snapshot,
  asked: Promise<Observation>,
): Promise<Observation> {
  try {
    return await asked;
  } catch (cause) {
    const { code, message, next, retryAfter } = toFerrymanError(cause);
    if (swap.job.flow === 'wallet' || orderLeftBy(code) !== 'none') throw cause;
    const reason = { code, message };
    return {
      kind: 'order_refused',
      reason,
      next,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
}

/**
 * What a request for an order by deposit, once it was on its way, has failed with:
 * `ORDER_ANSWER_LOST` where nobody knows what it has left. As it is where the order is known and
 * refused, where there is none, and where another try would not help.
 */
export function asAnswerLost({ flow }: Pick<Job, 'flow'>, cause: unknown): unknown {
  const { code, message, next } = toFerrymanError(cause);
  if (flow === 'wallet' || orderLeftBy(code) !== 'unknown' || next === 'stop' || next === 'review')
    return cause;
  const told = `the answer that says where the order wants its deposit was lost: ${message}`;
  return new FerrymanError('ORDER_ANSWER_LOST', told, { cause, details: { code } });
}
