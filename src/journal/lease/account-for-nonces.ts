import type { AccountNonce } from '../../ports/time-travel.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';

/**
 * The lowest nonce that the chain has used and that nobody signed for here, if there is one: at or after the first one leased, and without
 * a signed lease, be it void or never handed out. What was lost with an older journal is accounted for by the ledger.
 */
async function findForeignNonce(session: SqlSession, account: AccountNonce): Promise<bigint | undefined> {
  const { foreign } = onlyRow(
    await session.query<{ foreign: bigint | null }>(
      `with account as (
         select coalesce((
           select accounted_nonce from wallet_chain where wallet_id = $1 and chain = $2
         ), $3::bigint) as accounted
       ), own as (
         select l.nonce from leases l, account
         where l.wallet_id = $1 and l.chain = $2 and l.state in ('signed', 'consumed', 'dead')
           and l.nonce >= account.accounted and l.nonce < $3
         union
         select lost.nonce from lost_attempts lost, account
         where lost.chain = $2 and lower(lost.account) = lower($4)
           and lost.nonce >= account.accounted and lost.nonce < $3
       )
       select min(candidate.nonce) as foreign
       from (select accounted as nonce from account union all select nonce + 1 from own) candidate
       where candidate.nonce < $3 and not exists (select from own where own.nonce = candidate.nonce)`,
      [account.walletId, account.chain, account.chainNonce, account.account],
    ),
  );
  return foreign ?? undefined;
}

/** Freezes the account's wallet where the chain shows a nonce that the journal does not know. Returns the lowest such nonce. */
export async function freezeIfForeign(session: SqlSession, account: AccountNonce): Promise<bigint | undefined> {
  const foreign = await findForeignNonce(session, account);
  if (foreign !== undefined) await freezeWallet(session, account.walletId, foreignNonce(account, foreign));
  return foreign;
}

function foreignNonce({ chain, account, chainNonce }: AccountNonce, foreign: bigint): string {
  return `on ${chain} the next nonce of ${account} is ${chainNonce}, but the journal knows no transaction with nonce ${foreign}: someone else signs with this key`;
}
