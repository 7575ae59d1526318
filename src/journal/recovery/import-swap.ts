import type { SwapId } from '../../core/swap/ids.ts';
import { isEnd, type Reason } from '../../core/swap/swap.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';
import { accountKey } from '../family-conditions.ts';
import { onlyRow } from '../only-row.ts';
import { predecessorOf } from '../rows/swap-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { endSwap } from '../writes/end-swap.ts';
import { isEnded, lockSwap } from '../writes/lock-swap.ts';
import { keyOf, type LostAttemptRow, type RetriedSwap } from './lost-attempt.ts';
import { refused, waits } from './not-importable.ts';

/**
 * Returns the swap of a lost attempt, and creates it again if it is lost too. A job resubmitted
 * under the same key is the same swap.
 */
export async function importSwap(
  session: SqlSession,
  lost: LostAttemptRow,
  walletId: Wallet['id'],
): Promise<SwapId> {
  const known = await findKnown(session, lost.swap_id, lost.idem_key, lost.body_hash);
  if (known) return known;
  let retryOf: SwapId | null = null;
  for (const [index, retried] of lost.retries.entries()) {
    const id: SwapId | undefined = await findKnown(
      session,
      retried.id,
      retried.idem_key,
      retried.body_hash,
    );
    retryOf =
      id ?? (await insertSwap(session, lost, ['retries', String(index)], { walletId, retryOf }));
    await endRetried(session, retryOf, retried);
  }
  const id = await insertSwap(session, lost, ['swap'], { walletId, retryOf });
  await session.query('insert into timers (swap_id, due_at) values ($1, now())', [id]);
  return id;
}

async function findKnown(
  session: SqlSession,
  id: SwapId,
  key: string,
  bodyHash: string,
): Promise<SwapId | undefined> {
  const [known] = await session.query<{ id: SwapId; body_hash: string }>(
    'select id, body_hash from swaps where id = $1 or idem_key = $2 order by id = $1 desc limit 1',
    [id, key],
  );
  if (known && known.body_hash !== bodyHash) {
    throw refused(`its idempotency key belongs to another job now, that of swap ${known.id}`);
  }
  return known?.id;
}

/**
 * An edited swap may be of another wallet than the one that it replaces. Only the attempt's own
 * account is known to be there.
 * @param path of the swap in the attempt's row
 * @param walletId of the attempt
 */
async function insertSwap(
  session: SqlSession,
  lost: LostAttemptRow,
  path: readonly string[],
  { walletId, retryOf }: { walletId: Wallet['id']; retryOf: SwapId | null },
): Promise<SwapId> {
  const { id, is_edit: isEdit } = onlyRow(
    await session.query<{ id: SwapId; is_edit: boolean }>(
      `insert into swaps (id, idem_key, body_hash, retry_of, is_edit, job, job_seal, wallet_id, wallet_name, from_chain, to_chain, to_token,
         receiver, state, funds_state, version, last_event_seq, last_event_hash, created_at)
       select s.id, s.idem_key, s.body_hash, $5, coalesce(s.is_edit, false) and $5::uuid is not null,
         jsonb_set(s.job, '{wallet,id}', to_jsonb(own.id::text)), s.job_seal, own.id,
         s.job->'wallet'->>'name', s.job->'from'->>'chain', s.job->'to'->>'chain', s.job->'to'->>'token',
         s.job->>'receiver', 'requested', 'untouched', 1, 0, '', s.created_at
       from lost_attempts lost, jsonb_to_record(lost.replay #> $4::text[])
         as s(id uuid, idem_key text, body_hash text, is_edit boolean, job jsonb, job_seal jsonb, created_at timestamptz)
       cross join lateral (select coalesce((
         select w.id from wallets w where w.family = s.job->'from'->>'family'
           and ${accountKey('w.family', 'w.address')} = ${accountKey('w.family', "(s.job->'wallet'->>'address')")}
       ), $6::uuid) as id) own
       where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
       returning id, is_edit`,
      [...keyOf(lost), path, retryOf, walletId],
    ),
  );
  await changeSwap(session, {
    swapId: id,
    event: {
      type: 'swap_submitted',
      data: { imported: true, ...predecessorOf({ retry_of: retryOf, is_edit: isEdit }) },
    },
  });
  return id;
}

/**
 * Ends a retried swap as it had ended before. First it must be proven again that it paid nothing.
 */
async function endRetried(session: SqlSession, id: SwapId, retried: RetriedSwap): Promise<void> {
  const swap = await lockSwap(session, id);
  const [step] = await session.query<{
    outcome: string;
    state: string | null;
    is_doubted: boolean;
  }>(
    `select st.outcome, l.state, l.doubt is not null as is_doubted from steps st
     left join lease_steps ls on ls.step_id = st.id left join leases l on l.id = ls.lease_id
     where st.swap_id = $1 and (l.state in ('signed', 'dead') or l.doubt is not null or (st.outcome = 'landed' and st.kind in ('swap', 'deposit')))
     order by coalesce(l.doubt is not null, false) desc, l.state = 'signed' limit 1`,
    [id],
  );
  if (step?.state === 'signed' || step?.is_doubted)
    throw waits(`a transaction of swap ${id}, which it retries, is not proven yet`);
  if (step) throw refused(`swap ${id}, which it retries, may have paid`);
  if (isEnded(swap)) return;
  const { state, reason_code: code, reason_message: message } = retried;
  if (!isEnd(state)) throw refused(`swap ${id}, which it retries, had not ended`);
  await endSwap(session, id);
  const reason: Reason | null = code === null ? null : { code, message: message ?? '' };
  await changeSwap(session, {
    swapId: id,
    event: {
      type: 'state_changed',
      data: { from: swap.state, to: state, fundsState: 'untouched', imported: true },
    },
    state,
    fundsState: 'untouched',
    reason,
    progress: true,
  });
}
