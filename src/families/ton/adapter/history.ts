import { type AccountInformation, transactionsOf } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import type { TonTransaction } from './transaction.ts';

/** Transactions asked for at once; servers give a hundred at most. */
const pageSize = 32;

/**
 * An account's transactions, the newest first, back to `since` (a logical time, itself left out) or
 * to its first. Each page begins with the last transaction of the one before; that they follow one
 * another without a gap is checked by their own bytes.
 * @param account canonical form
 */
export async function* readHistory(
  endpoint: Endpoint,
  account: string,
  since: bigint,
): AsyncGenerator<TonTransaction, void, void> {
  const { lastTransaction } = await readAccount(endpoint, account);
  yield* readHistoryFrom(endpoint, account, lastTransaction, since);
}

/**
 * The same, from a transaction on that is known to be the account's. It ends early where the server
 * has no more of it.
 */
export async function* readHistoryFrom(
  endpoint: Endpoint,
  account: string,
  last: AccountInformation['lastTransaction'],
  since: bigint,
): AsyncGenerator<TonTransaction, void, void> {
  let from = last;
  while (from.lt > since) {
    const page = await readHistoryPage(endpoint, account, from, since);
    for (const transaction of page) {
      if (transaction.lt <= since) return;
      yield transaction;
    }
    const oldest = page.at(-1);
    // A server that has no more of it, or begins anew.
    if (!oldest || oldest.previous.lt >= from.lt) return;
    from = oldest.previous;
  }
}

/**
 * The transactions from one on that is known to be the account's, which is the first, the newest
 * first, as far back as one page goes; nothing where the server does not have that one.
 * @param account canonical form
 */
export async function readHistoryPage(
  endpoint: Endpoint,
  account: string,
  { lt, hash }: AccountInformation['lastTransaction'],
  since: bigint,
): Promise<TonTransaction[]> {
  const place = {
    address: account,
    lt: `${lt}`,
    hash: Buffer.from(hash, 'hex').toString('base64'),
  };
  const page = await endpoint.read(
    'getTransactions',
    { ...place, limit: pageSize, to_lt: `${since}`, archival: true },
    transactionsOf(account),
  );
  // What follows another transaction than the one that was asked for says nothing of this account's
  // past.
  return page[0]?.hash === hash ? page : [];
}
