import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { AccountNonce } from '../../ports/time-travel.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Locks the account's row, making it where the journal meets the account for the first time. */
export async function lockAccount(session: SqlSession, request: LeaseRequest): Promise<void> {
  await session.query(
    `insert into wallet_chain as wc (wallet_id, chain, chain_nonce, chain_nonce_block) values ($1, $2, $3, $4)
     on conflict (wallet_id, chain) do update
     set chain_nonce = greatest(wc.chain_nonce, excluded.chain_nonce),
       chain_nonce_block = greatest(wc.chain_nonce_block, excluded.chain_nonce_block)`,
    [request.walletId, request.chain, request.chainNonce ?? null, request.balances.block],
  );
}

/**
 * The counter's nonce, or the chain's own for the first lease ever and where the chain is past the journal for a reason that is known. Before
 * it the lowest one that was given back and lies below it: the release of a wallet has moved the counter past it, and a reorganization
 * the chain back below it. Under the lock of the account.
 */
export async function chooseNonce(session: SqlSession, request: AccountNonce): Promise<bigint> {
  const { nonce } = onlyRow(
    await session.query<{ nonce: bigint }>(
      `select coalesce((
         select min(v.nonce) from leases v
         where v.wallet_id = wc.wallet_id and v.chain = wc.chain and v.state = 'void'
           and v.nonce >= $3 and v.nonce < wc.next_nonce
           and not exists (
             select from leases l where l.chain = v.chain and l.key = v.key and l.state <> 'void')
       ), greatest(wc.next_nonce, $3::bigint)) as nonce
       from wallet_chain wc where wc.wallet_id = $1 and wc.chain = $2`,
      [request.walletId, request.chain, request.chainNonce],
    ),
  );
  return nonce;
}
