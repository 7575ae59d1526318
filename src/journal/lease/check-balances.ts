import type { TokenAddress } from '../../core/chains.ts';
import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import { isPayment } from '../../core/swap.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import { encodeJson } from '../json.ts';
import { overtaken } from '../overtaken.ts';
import type { SqlSession } from '../sql-client.ts';

interface Funds {
  token: TokenAddress;
  needed: bigint;
  balance: bigint;
  reserved: bigint;
}

/**
 * Stores the balances that were read, then refuses what the wallet does not hold or has reserved: `balance@block − reservations not
 * included by that block`. Under the lock of the account.
 */
export async function checkBalances(session: SqlSession, request: LeaseRequest): Promise<LeaseRefusal | undefined> {
  await storeBalances(session, request);
  const funds = await session.query<Funds>(
    `select need.token, need.amount as needed, coalesce(a.balance, 0) as balance, coalesce((
       select sum(r.amount) from reservations r
       where r.wallet_id = $1 and r.chain = $2 and r.token = need.token and not r.released
         and (r.included_block is null or r.included_block > a.block)
     ), 0) as reserved
     from jsonb_to_recordset($3::jsonb) as need(token text, amount numeric)
     left join assets a on a.wallet_id = $1 and a.chain = $2 and a.token = need.token`,
    [request.walletId, request.chain, encodeJson(request.reserve)],
  );
  const missing = funds.find(({ balance, needed }) => balance < needed);
  if (missing) {
    const { balance: available, needed, token } = missing;
    return { kind: 'insufficient', what: isGas(request, token) ? 'gas' : 'balance', available, needed };
  }
  const reserved = funds.find(({ balance, reserved, needed }) => balance - reserved < needed);
  if (!reserved) return undefined;
  return { kind: 'reserved', available: reserved.balance - reserved.reserved, needed: reserved.needed };
}

/** What an older block says is not stored over what a newer one said. */
async function storeBalances(session: SqlSession, { walletId, chain, balances }: LeaseRequest): Promise<void> {
  const read = Array.from(balances.balances, ([token, balance]) => ({ token, balance }));
  await session.query(
    `insert into assets (wallet_id, chain, token, balance, block)
     select $1, $2, read.token, read.balance, $3 from jsonb_to_recordset($4::jsonb) as read(token text, balance numeric)
     on conflict (wallet_id, chain, token) do update set balance = excluded.balance, block = excluded.block
     where not ${overtaken('excluded.block', 'assets.block')}`,
    [walletId, chain, balances.block, encodeJson(read)],
  );
}

/** The native coin pays nothing but fees where the step pays in a token, or pays nothing. */
function isGas({ nativeToken, kind, reserve }: LeaseRequest, token: TokenAddress): boolean {
  return token === nativeToken && (!isPayment(kind) || reserve.some((other) => other.token !== nativeToken));
}
