import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: whether a transaction of the swap is signed and has no proof yet. */
const hasSignedUnproven = `exists (
  select from steps st join lease_steps ls on ls.step_id = st.id and ls.live join leases l on l.id = ls.lease_id
  where st.swap_id = $1 and st.outcome = 'open' and l.state = 'signed')`;

/** Gives an ended swap a timer if one of its transactions is signed and unproven. */
export async function followSigned(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(
    `insert into timers (swap_id, due_at) select $1, now() where ${hasSignedUnproven} on conflict (swap_id) do nothing`,
    [swapId],
  );
}

/** Deletes that timer once the swap has no signed and unproven transaction. */
export async function clearTimerIfProven(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`delete from timers where swap_id = $1 and not ${hasSignedUnproven}`, [
    swapId,
  ]);
}
