import { randomUUID } from 'node:crypto';
import { formatsOf } from '../../core/swap/chains.ts';
import type { LeaseId, OrderId, StepId, SwapId } from '../../core/swap/ids.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';
import { accountKey } from '../family-conditions.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { keyOf, type LostAttemptRow } from './lost-attempt.ts';

/** The part of a lost attempt for one swap. */
export interface ImportedShare {
  lost: LostAttemptRow;
  swapId: SwapId;
  stepId: StepId;
  orderId: OrderId | undefined;
}

/**
 * The most nonces that commits may have skipped. A larger gap has another cause than attempts that
 * were never sent.
 */
const maxSkipped = 1_000;

/**
 * Writes the lease of a lost attempt with all its rows. It stays held until its attempt is written.
 */
export async function importLease(
  session: SqlSession,
  walletId: Wallet['id'],
  shares: readonly [ImportedShare, ...ImportedShare[]],
): Promise<LeaseId> {
  const [{ lost }] = shares;
  const { id } = onlyRow(
    await session.query<{ id: LeaseId }>(
      `insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until)
       select given.id, w.family, lost.chain, w.id, lost.account, lost.nonce,
         coalesce(${accountKey('w.family', 'lost.account')} || ':' || lost.nonce, given.id::text),
         lost.replay->'lease'->>'native_token', 'import', clock_timestamp()
       from lost_attempts lost join wallets w on w.id = $4
       cross join lateral (
         select case when exists (select from leases where id = (lost.replay->'lease'->>'id')::uuid) then $5::uuid
           else (lost.replay->'lease'->>'id')::uuid end as id
       ) given
       where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
       returning id`,
      [...keyOf(lost), walletId, randomUUID()],
    ),
  );
  await insertOutpoints(session, lost, id, { added: false });
  await countNonce(session, lost, walletId);
  for (const share of shares) await bindStep(session, walletId, share, id);
  return id;
}

/** Coins of the terms are written before the attempt, added ones after it. */
export async function insertOutpoints(
  session: SqlSession,
  lost: LostAttemptRow,
  leaseId: LeaseId,
  { added }: { added: boolean },
): Promise<void> {
  await session.query(
    `insert into outpoints (chain, outpoint, lease_id, added)
     select lost.chain, p->>'outpoint', $4, $5
     from lost_attempts lost cross join lateral jsonb_array_elements(lost.replay->'outpoints') with ordinality coin(p, place)
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3 and (p->>'added')::boolean = $5
     order by place
     on conflict (lease_id, outpoint) do nothing`,
    [...keyOf(lost), leaseId, added],
  );
}

async function bindStep(
  session: SqlSession,
  walletId: Wallet['id'],
  { lost, swapId, stepId, orderId }: ImportedShare,
  leaseId: LeaseId,
): Promise<void> {
  await session.query('insert into lease_steps (lease_id, step_id) values ($1, $2)', [
    leaseId,
    stepId,
  ]);
  await session.query(
    `insert into reservations (lease_id, step_id, wallet_id, chain, token, amount)
     select $4, $5, $6, lost.chain, v.token, v.amount
     from lost_attempts lost, jsonb_to_recordset(lost.replay->'reservations') as v(token text, amount numeric)
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3`,
    [...keyOf(lost), leaseId, stepId, walletId],
  );
  await importAllowance(session, walletId, { lost, stepId });
  if (orderId !== undefined)
    await importNeed(session, walletId, { lost, swapId, orderId }, leaseId);
}

/**
 * The allowance that an approve or revoke sets is pending again, so earlier reads of it are
 * outdated.
 */
async function importAllowance(
  session: SqlSession,
  walletId: Wallet['id'],
  { lost, stepId }: Pick<ImportedShare, 'lost' | 'stepId'>,
): Promise<void> {
  await session.query(
    `insert into allowances (wallet_id, chain, token, spender, approve_step)
     select $4, st.chain, st.token, st.spender, st.id
     from lost_attempts lost join steps st on st.id = $5 and st.token is not null
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
     on conflict (chain, wallet_id, token, spender) do update
     set approve_step = excluded.approve_step, confirmed = null, confirmed_block = null`,
    [...keyOf(lost), walletId, stepId],
  );
}

async function importNeed(
  session: SqlSession,
  walletId: Wallet['id'],
  { lost, swapId, orderId }: Pick<ImportedShare, 'lost' | 'swapId'> & { orderId: OrderId },
  leaseId: LeaseId,
): Promise<void> {
  const need = `select n.* from lost_attempts lost,
      jsonb_to_record(case when jsonb_typeof(lost.replay->'need') = 'object' then lost.replay->'need' else '{}' end)
        as n(token text, spender text, amount numeric)
    where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3 and n.token is not null`;
  await session.query(
    `insert into allowances (wallet_id, chain, token, spender)
     select $4, $1, need.token, need.spender from (${need}) need
     on conflict (chain, wallet_id, token, spender) do update set confirmed = null, confirmed_block = null`,
    [...keyOf(lost), walletId],
  );
  await session.query(
    `insert into allowance_needs (order_id, swap_id, wallet_id, chain, token, spender, amount, state, lease_id)
     select $5, $6, $4, $1, need.token, need.spender, need.amount, 'signed', $7 from (${need}) need
     on conflict (order_id) do update
     set state = 'signed', lease_id = excluded.lease_id, amount = excluded.amount, included_block = null`,
    [...keyOf(lost), walletId, orderId, swapId, leaseId],
  );
}

/**
 * The next nonces follow the imported one. A skipped nonce that no log has was committed but never
 * sent. The next lease gets it, because later nonces would wait for it forever.
 */
async function countNonce(
  session: SqlSession,
  lost: LostAttemptRow,
  walletId: Wallet['id'],
): Promise<void> {
  const { chain, nonce, family } = lost;
  if (formatsOf(family).leaseKind === 'nonce' && nonce !== null) {
    await session.query(
      `insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until, state)
       select gen_random_uuid(), lost.family, $1, $4, lost.account, skipped, ${accountKey('lost.family', 'lost.account')} || ':' || skipped,
         lost.native_token, 'import', clock_timestamp(), 'void'
       from (
         select lost.account, lost.nonce, lost.replay->'lease'->>'family' as family, lost.replay->'lease'->>'native_token' as native_token
         from lost_attempts lost where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
       ) lost
       join wallet_chain wc on wc.wallet_id = $4 and wc.chain = $1
       cross join lateral generate_series(greatest(wc.next_nonce, lost.nonce - $5), lost.nonce - 1) skipped
       where wc.next_nonce is not null`,
      [...keyOf(lost), walletId, maxSkipped],
    );
  }
  await session.query(
    `insert into wallet_chain as wc (wallet_id, chain, chain_nonce_block, next_nonce, accounted_nonce)
     values ($1, $2, 0, $3::bigint + 1, $3::bigint)
     on conflict (wallet_id, chain) do update
     set next_nonce = greatest(wc.next_nonce, excluded.next_nonce),
       accounted_nonce = coalesce(wc.accounted_nonce, excluded.accounted_nonce)`,
    [walletId, chain, nonce],
  );
}
