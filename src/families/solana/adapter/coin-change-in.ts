import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { accountsOf, lamportsAt } from './landed-accounts.ts';
import { requireAccount } from './require-account.ts';
import { findTransaction } from './statuses.ts';

/** By the account's own lamports before and after: fees, rent and wrapped coins are in it. */
export async function coinChangeIn(
  endpoints: Endpoints<Endpoint>,
  txId: string,
  accountText: string,
): Promise<bigint | undefined> {
  const account = requireAccount(accountText);
  const landed = await endpoints.find((endpoint) => findTransaction(endpoint, txId));
  if (!landed) return undefined;
  const position = accountsOf(landed).indexOf(account);
  if (position === -1) return 0n;
  const { preBalances, postBalances } = landed.meta;
  return lamportsAt(postBalances, position) - lamportsAt(preBalances, position);
}
