import type { SwapState } from '../../core/swap.ts';
import type { WaitRequest } from '../../ports/journal.ts';
import { storableText } from '../json.ts';
import { returnSlot } from '../lanes/leave-lane.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';

/** A slot that is held in these states is for what is not signed yet: a payment, or what fetches the money of one. */
const signsNext: ReadonlySet<SwapState> = new Set(['requested', 'quoted', 'refunding', 'claiming', 'needs_review']);

/**
 * Waiting is no change of the swap: the version stays, and an event is written only where the reason is another than before.
 * Before it has signed, a swap that waits returns its slot. Without a reason the one that stands is kept, and so it is where a person is waited for.
 */
export async function wait(session: SqlSession, request: WaitRequest): Promise<void> {
  const { swapId, holder, delay, failed, reason, keepsSlot = false } = request;
  const swap = await lockSwapAt(session, request);
  const isOther = reason !== undefined && reason.code !== swap.reason_code;
  // Why it waits for a person stands until that is over; what goes wrong meanwhile is in the log.
  const isKept = isOther && swap.state === 'needs_review' && swap.reason_code !== null;
  const told = isKept ? undefined : reason;
  if (told && isOther) {
    await changeSwap(session, { swapId, event: { type: 'waiting', data: { ...told } }, reason: told, quiet: true });
  }
  if (!keepsSlot && signsNext.has(swap.state)) await returnSlot(session, swapId);
  await session.query(
    `with timer as (
       update timers set due_at = now() + $3::float8 * interval '1 millisecond', claimed_by = null, claimed_until = null
       where swap_id = $1 and (claimed_by is null or claimed_by = $2))
     update swaps set reason_message = coalesce($4::text, reason_message), consecutive_failures = consecutive_failures + $5::int
     where id = $1 and ($4::text is not null or $5::int > 0)`,
    [swapId, holder, delay, told ? storableText(told.message) : null, failed ? 1 : 0],
  );
}
