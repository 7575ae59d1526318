import { type AccountInformation, transactionsOf } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import type { TonTransaction } from './transaction.ts';

/** Transactions in a request. Servers return at most a hundred. */
const pageSize = 32;

/**
 * An account's transactions, newest first, back to `since` (a logical time, exclusive) or to its
 * first. Each page begins with the predecessor of the last transaction before it. The transactions'
 * own bytes prove that there is no gap.
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
 * The same, starting at `last`, which must be a transaction of the account. Ends early if the
 * server has no more of the history.
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
    // The server has no more of the history, or starts over.
    if (!oldest || oldest.previous.lt >= from.lt) return;
    from = oldest.previous;
  }
}

/**
 * One page of an account's history, newest first, starting at the given transaction. Empty if the
 * server does not have that one.
 * @param account canonical form
 */
export async function readHistoryPage(
  endpoint: Endpoint,
  account: string,
  { lt, hash }: AccountInformation['lastTransaction'],
  since: bigint,
): Promise<TonTransaction[]> {
  const position = {
    address: account,
    lt: `${lt}`,
    hash: Buffer.from(hash, 'hex').toString('base64'),
  };
  const page = await endpoint.read(
    'getTransactions',
    { ...position, limit: pageSize, to_lt: `${since}`, archival: true },
    transactionsOf(account),
  );
  // A page that starts at another transaction shows nothing about this account's past.
  return page[0]?.hash === hash ? page : [];
}
