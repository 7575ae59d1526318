import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { encodeJson } from '../json.ts';
import { overtaken } from '../overtaken.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { assertNotEnded, assertVersion, type LockedSwap, lockEach } from '../writes/lock-swap.ts';

/*
 * A later statement reads the facts to judge. Transactions are READ COMMITTED, so it sees all that
 * the previous holder of the locks wrote.
 */

/**
 * Creates the account's row or updates it, which locks it until the transaction ends; then stores the balances that were read, unless
 * newer ones are stored; then locks the allowance of the request, if it has one.
 * @param when an SQL condition that makes it wait for the earlier locks
 */
const account = (when: string): string => `
  account as (
    insert into wallet_chain as wc (wallet_id, chain, chain_nonce, chain_nonce_block)
    select id, $2, $3, $4 from wallets where id = $1 and ${when}
    on conflict (wallet_id, chain) do update
    set chain_nonce = greatest(wc.chain_nonce, excluded.chain_nonce),
      chain_nonce_block = greatest(wc.chain_nonce_block, excluded.chain_nonce_block)
    returning wallet_id
  ), balance as (
    insert into assets (wallet_id, chain, token, balance, block)
    select account.wallet_id, $2, read.token, read.balance, $4
    from account, jsonb_to_recordset($5::jsonb) as read(token text, balance numeric)
    on conflict (wallet_id, chain, token) do update set balance = excluded.balance, block = excluded.block
    where not ${overtaken('excluded.block', 'assets.block')}
  ), allowance as materialized (
    select al.token from account join allowances al on al.wallet_id = account.wallet_id
      and al.chain = $2 and al.token = $6 and al.spender = $7
    for no key update of al
  )`;

/**
 * Locks a swap and the swaps whose holds on the account have expired, by their ids; then the
 * account.
 */
const lockAll = `
  with wanted as materialized (
    select $8::uuid as id
    union
    select st.swap_id
    from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
    where l.wallet_id = $1 and l.chain = $2 and l.state = 'held' and l.held_until <= clock_timestamp()
      and st.swap_id is not null
    order by id
  ), swap as materialized (
    ${lockEach('wanted')}
  ), ${account('(select count(*) from swap) > 0')}
  select swap.* from swap left join allowance on true`;

const lockOne = `with ${account('true')} select from allowance`;

/**
 * Payments under caps are leased one after the other, whatever their wallet, because a cap may count
 * all of them. Only leases take this lock, and after their account, so that it adds no deadlock. The
 * facts are read by a later statement, which sees what the previous payment reserved.
 */
const cap = `cap as materialized (
    select pg_advisory_xact_lock(hashtext('ferryman caps')) from account
  )`;
const lockAllUnderCaps = lockAll.replace(
  /select swap.*$/,
  (select) => `, ${cap} ${select} left join cap on true`,
);
const lockOneUnderCaps = `with ${account('true')}, ${cap} select from cap left join allowance on true`;

/**
 * Locks, in the common order, the swap and the swaps whose holds on the account have expired, and
 * then the account. It reads the expired holds before it has the locks, so `judgeLease` compares
 * them with what is read afterwards. Throws `NOT_FOUND`, `JOURNAL_STALE`, and
 * `JOURNAL_BROKEN_INVARIANT` for an ended swap.
 */
export async function lockSwapsAndAccount(
  session: SqlSession,
  request: LeaseRequest,
): Promise<LockedSwap[]> {
  const { swapId, version } = request;
  const text = request.caps ? lockAllUnderCaps : lockAll;
  const locked = await session.query<LockedSwap>(text, [...ofAccount(request), swapId]);
  const swap = locked.find(({ id }) => id === swapId);
  if (!swap) throw noSuchSwap(swapId);
  assertVersion(swap, version);
  assertNotEnded(swap);
  return locked;
}

/** Under the lock of the swap. */
export async function lockAccount(session: SqlSession, request: LeaseRequest): Promise<void> {
  await session.query(request.caps ? lockOneUnderCaps : lockOne, ofAccount(request));
}

function ofAccount({
  walletId,
  chain,
  chainNonce,
  balances,
  need,
  sets,
}: LeaseRequest): SqlParameter[] {
  const allowance = need ?? sets;
  const read = Array.from(balances.balances, ([token, balance]) => ({ token, balance }));
  return [
    walletId,
    chain,
    chainNonce ?? null,
    balances.block,
    encodeJson(read),
    allowance?.token ?? null,
    allowance?.spender ?? null,
  ];
}
