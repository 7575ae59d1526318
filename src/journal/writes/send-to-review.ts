import type { SwapId } from '../../core/swap/ids.ts';
import { type FundsState, isEnd, type Reason, type SwapState } from '../../core/swap/swap.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from './change-swap.ts';

interface Before {
  state: SwapState;
  funds_state: FundsState;
  ended_as: SwapState | null;
  reason_code: string | null;
  reason_message: string | null;
}

/**
 * Sends a swap to review, even if it has ended, because a person must find out where its money is.
 * A settled or refunded swap keeps its `fundsState`, which says that. Under the swap's lock.
 */
export async function sendToReview(
  session: SqlSession,
  id: SwapId,
  { code, message }: Reason,
): Promise<void> {
  const swap = onlyRow(
    await session.query<Before>(
      'select state, funds_state, ended_as, reason_code, reason_message from swaps where id = $1',
      [id],
    ),
  );
  const { state: from, reason_code: earlier } = swap;
  const endedAs = swap.ended_as ?? (isEnd(from) ? from : null);
  const fundsState = endedAs === 'settled' || endedAs === 'refunded' ? swap.funds_state : 'unknown';
  const before = isEnd(from) || !earlier ? '' : `; before that: ${earlier}: ${swap.reason_message}`;
  const reason: Reason = { code, message: `${message}${before}` };
  const state = 'needs_review';
  await changeSwap(session, {
    swapId: id,
    event: { type: 'state_changed', data: { from, to: state, fundsState, reason } },
    state,
    fundsState,
    reason,
    progress: true,
  });
  await session.query('update swaps set ended_as = $2 where id = $1', [id, endedAs]);
}
