import { withWayOut } from '../../core/operator/way-out.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SwapState } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { followSigned } from '../writes/follow-signed.ts';
import { lockSwap } from '../writes/lock-swap.ts';

/** Returns the swap to the terminal state that it had. Why it was reopened stays in its history. */
export async function acknowledge(
  session: SqlSession,
  id: SwapId,
  note: string,
): Promise<SwapState> {
  const swap = await lockSwap(session, id);
  const [row] = await session.query<{ ended_as: SwapState | null; reason_message: string | null }>(
    'select ended_as, reason_message from swaps where id = $1',
    [id],
  );
  const state = row?.ended_as;
  if (!state) {
    throw new FerrymanError(
      'NOTHING_TO_ACKNOWLEDGE',
      withWayOut(`swap ${id} is ${swap.state}, and no money reached it after its end`, {
        id,
        state: swap.state,
      }),
    );
  }
  await session.query('update swaps set ended_as = null where id = $1', [id]);
  await changeSwap(session, {
    swapId: id,
    event: { type: 'acknowledged', data: { to: state, note } },
    state,
    reason: {
      code: swap.reason_code ?? 'DEPOSIT_TWICE',
      message: `${row.reason_message ?? ''}; acknowledged: ${note}`,
    },
    progress: true,
  });
  await followSigned(session, id);
  return state;
}
