import type { Observation } from '../../core/decide/decision.ts';
import { orderLeftBy } from '../../core/deposits/order-left-by.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';

/**
 * Awaits the request for a deposit order. If the failure proves that no order was opened, returns
 * `order_refused`; otherwise throws it.
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
 * Maps the failure of a request for a deposit order. `ORDER_ANSWER_LOST` if the order may exist
 * unknown to us. Unchanged if the order is known and refused, if there is none, or if a retry would
 * not help.
 */
export function asAnswerLost({ flow }: Pick<Job, 'flow'>, cause: unknown): unknown {
  const { code, message, next } = toFerrymanError(cause);
  if (flow === 'wallet' || orderLeftBy(code) !== 'unknown' || next === 'stop' || next === 'review')
    return cause;
  const lost = `the response with the deposit address of the order was lost: ${message}`;
  return new FerrymanError('ORDER_ANSWER_LOST', lost, { cause, details: { code } });
}
