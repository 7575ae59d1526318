import type { Family } from '../../core/chains.ts';
import { sameAccount } from '../../core/same-account.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { broken, stale } from '../writes/lock-swap.ts';

/** The wallet must be the account's, and the order the swap's open one; a provider may be stopped for whatever is done with it. */
export async function checkSubject(
  session: SqlSession,
  request: LeaseRequest,
): Promise<{ provider: string | undefined; family: Family }> {
  const [subject] = await session.query<{ family: Family; address: string; provider: string | null }>(
    `select w.family, w.address, o.provider
     from wallets w left join orders o on o.swap_id = $3 and o.open and (o.id = $2 or $2 is null)
     where w.id = $1`,
    [request.walletId, request.orderId ?? null, request.swapId],
  );
  if (!subject || !sameAccount(subject.family, subject.address, request.account)) {
    throw broken('account_of_wallet', `${request.account} is not the account of wallet ${request.walletId}`);
  }
  if (request.orderId !== undefined && subject.provider === null) throw stale(request.swapId, 'the order is not open');
  return { provider: subject.provider ?? undefined, family: subject.family };
}
