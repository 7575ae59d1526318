import type { LeaseRequest } from '../../ports/signing-records.ts';
import { encodeJson } from '../json.ts';
import { overtaken } from '../overtaken.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Locks the account's row, making it where the journal meets the account for the first time; then stores the balances that were read, of
 * which what an older block says is not stored over what a newer one said; then locks the allowance that is named, if there is one.
 */
const lock = `
  with account as (
    insert into wallet_chain as wc (wallet_id, chain, chain_nonce, chain_nonce_block)
    select id, $2, $3, $4 from wallets where id = $1
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
  )
  select from account join allowances al on al.wallet_id = account.wallet_id
    and al.chain = $2 and al.token = $6 and al.spender = $7
  for no key update of al`;

/** What is judged is read in another statement, after this one: it sees what whoever had the locks before has written. */
export async function lockAccount(session: SqlSession, request: LeaseRequest): Promise<void> {
  const { walletId, chain, chainNonce, balances, need, sets } = request;
  const allowance = need ?? sets;
  const read = Array.from(balances.balances, ([token, balance]) => ({ token, balance }));
  await session.query(lock, [
    walletId,
    chain,
    chainNonce ?? null,
    balances.block,
    encodeJson(read),
    allowance?.token ?? null,
    allowance?.spender ?? null,
  ]);
}
