import type { StepId, SwapId } from '../../core/swap/ids.ts';
import type { AllowanceRecord } from '../../ports/stores/observation-store.ts';
import { onlyRow } from '../only-row.ts';
import { isOvertaken, overtaken } from '../overtaken.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { type LockedSwap, lockSwaps } from '../writes/lock-swap.ts';

interface AllowanceState {
  confirmed: bigint | null;
  confirmed_block: bigint | null;
  approve_step: StepId | null;
  /** The pending approve is included at the block of the read, or its step is closed. */
  approve_ended: boolean;
}

/** If the allowance is unchanged, only the block is updated, and no event is written. */
export async function recordAllowance(
  session: SqlSession,
  record: AllowanceRecord,
): Promise<{ swapId: SwapId; version: number }[]> {
  const waiting = await lockWaiting(session, record);
  const before = await lockAllowance(session, record);
  if (before.confirmed_block !== null && isOvertaken(record.block, before.confirmed_block))
    return [];
  const ended = before.approve_step !== null && before.approve_ended;
  await session.query(
    `update allowances set confirmed = $5, confirmed_block = $6, approve_step = case when $7 then null else approve_step end
     where ${ofKey}`,
    [...keyOf(record), record.value, record.block, ended],
  );
  await releaseCoveredNeeds(session, record);
  if (!ended && before.confirmed === record.value) return [];
  const { chain, token, spender, value, block } = record;
  const event = { type: 'allowance_read', data: { chain, token, spender, value, block } } as const;
  const changed: { swapId: SwapId; version: number }[] = [];
  for (const { id: swapId } of waiting) {
    changed.push({ swapId, version: await changeSwap(session, { swapId, event }) });
  }
  return changed;
}

const ofKey = 'wallet_id = $1 and chain = $2 and token = $3 and spender = $4';

function keyOf({ walletId, chain, token, spender }: AllowanceRecord): SqlParameter[] {
  return [walletId, chain, token, spender];
}

/** Swaps are locked before the allowance, and only if their allowance may have changed. */
async function lockWaiting(session: SqlSession, record: AllowanceRecord): Promise<LockedSwap[]> {
  const candidates = await session.query<{ swap_id: SwapId }>(
    `select n.swap_id from allowance_needs n
     where n.wallet_id = $1 and n.chain = $2 and n.token = $3 and n.spender = $4 and n.state = 'open'
       and not exists (
         select from allowances al
         where al.wallet_id = $1 and al.chain = $2 and al.token = $3 and al.spender = $4
           and (${overtaken('$6::bigint', 'al.confirmed_block')} or (al.confirmed = $5 and al.approve_step is null)))`,
    [...keyOf(record), record.value, record.block],
  );
  const locked = await lockSwaps(
    session,
    candidates.map(({ swap_id: id }) => id),
  );
  return locked.filter(({ state }) => state === 'quoted');
}

async function lockAllowance(
  session: SqlSession,
  record: AllowanceRecord,
): Promise<AllowanceState> {
  return onlyRow(
    await session.query<AllowanceState>(
      `insert into allowances as al (wallet_id, chain, token, spender) values ($1, $2, $3, $4)
       on conflict (chain, wallet_id, token, spender) do update set token = al.token
       returning al.confirmed, al.confirmed_block, al.approve_step, exists (
         select from steps st where st.id = al.approve_step and (st.outcome <> 'open' or exists (
           select from lease_steps ls join attempts a on a.lease_id = ls.lease_id
           where ls.step_id = st.id and a.status in ('included', 'final') and a.block_number <= $5))
       ) as approve_ended`,
      [...keyOf(record), record.block],
    ),
  );
}

/** The read includes proven payments that are older than it, so it releases their needs. */
async function releaseCoveredNeeds(session: SqlSession, record: AllowanceRecord): Promise<void> {
  await session.query(
    `update allowance_needs n set state = 'released' from leases l
     where n.wallet_id = $1 and n.chain = $2 and n.token = $3 and n.spender = $4
       and n.state = 'signed' and n.included_block <= $5 and l.id = n.lease_id and l.state = 'consumed'`,
    [...keyOf(record), record.block],
  );
}
