import type { Observation } from '../../core/decision.ts';
import { orderLeftBy } from '../../core/order-left-by.ts';
import type { Snapshot } from '../../core/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';

/**
 * What was asked of a provider, an order by deposit; where it failed, what that has left there. Throws `ORDER_ANSWER_LOST` where nobody knows, and
 * what `asked` throws where the order is known and refused, or another try would not help.
 */
export async function tellOrderLeft({ swap }: Snapshot, asked: Promise<Observation>): Promise<Observation> {
  try {
    return await asked;
  } catch (cause) {
    const { code, message, next, retryAfter } = toFerrymanError(cause);
    if (swap.job.flow === 'wallet' || code === 'JOURNAL_STALE' || code === 'JOURNAL_UNAVAILABLE') throw cause;
    const left = orderLeftBy(code);
    if (left === 'none') {
      const reason = { code, message };
      return { kind: 'order_refused', reason, next, ...(retryAfter === undefined ? {} : { retryAfter }) };
    }
    if (left === 'refused' || next === 'stop' || next === 'review') throw cause;
    throw new FerrymanError(
      'ORDER_ANSWER_LOST',
      `the answer that says where the order wants its deposit was lost: ${message}`,
      {
        cause,
        details: { code },
      },
    );
  }
}
