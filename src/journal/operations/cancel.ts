import { assertNever } from '../../core/assert-never.ts';
import { cancelled } from '../../core/decide/decide-cancel.ts';
import { judgeCancel } from '../../core/operator/judge-cancel.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { CancelOptions, CancelResult } from '../../ports/stores/swap-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { endSwap } from '../writes/end-swap.ts';
import { type LockedSwap, lockSwap } from '../writes/lock-swap.ts';
import { voidHeldOf } from '../writes/void-leases.ts';
import { snapshot } from './snapshot.ts';

/** Judges under the swap's lock, so that a commit is either visible here or refused afterwards. */
export async function cancel(
  session: SqlSession,
  id: SwapId,
  { mayEnd = true }: CancelOptions = {},
): Promise<CancelResult> {
  const swap = await lockSwap(session, id);
  const found = await snapshot(session, id);
  if (!found) throw noSuchSwap(id);
  const verdict = judgeCancel(found);
  switch (verdict.kind) {
    case 'cancelled':
      return { kind: 'cancelled', isNew: false };
    case 'refused':
      return verdict;
    case 'end':
      if (!mayEnd) return { kind: 'requested', version: await request(session, swap) };
      await request(session, swap);
      await end(session, swap);
      return { kind: 'cancelled', isNew: true };
    case 'request':
      return { kind: 'requested', version: await request(session, swap) };
    default:
      return assertNever(verdict, 'cancel verdict');
  }
}

/** Stores the first request only. Returns the swap's version. */
async function request(
  session: SqlSession,
  { id, version, state, cancel_requested: known }: LockedSwap,
): Promise<number> {
  if (known) return version;
  await session.query('update swaps set cancel_requested_at = now() where id = $1', [id]);
  await voidHeldOf(session, id);
  return await changeSwap(session, {
    swapId: id,
    event: { type: 'cancel_requested', data: { state } },
  });
}

async function end(session: SqlSession, { id, state: from }: LockedSwap): Promise<void> {
  await endSwap(session, id);
  const [state, fundsState] = ['cancelled', 'untouched'] as const;
  await changeSwap(session, {
    swapId: id,
    event: { type: 'state_changed', data: { from, to: state, fundsState, reason: cancelled } },
    state,
    fundsState,
    reason: cancelled,
    progress: true,
  });
}
