import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import { type ListPosition, readOverlapping } from '../../../shared/payments/read-overlapping.ts';
import type { Place, Places, SpendsFound } from '../endpoint.ts';
import { isSpentFrom } from '../spend.ts';
import { addressTransactions, type EsploraTransaction, includedTransactions } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/** Pages per question. Servers return 10 to 50 transactions per page. */
const maxPages = 40;
/** A server lists at most this many mempool transactions. */
const maxWaiting = 50;

/** Transactions that spend coins of a wallet's addresses. */
export async function readSpends(
  server: EsploraServer,
  places: Places,
  since: number,
): Promise<SpendsFound> {
  const found = await mapBounded(places, (place) => readSpendsOf(server, place, since));
  return {
    txIds: [...new Set(found.flatMap(({ txIds }) => txIds))],
    isWhole: found.every(({ isWhole }) => isWhole),
  };
}

/**
 * Transactions that spend coins of an address. Reads the mempool first, so that a transaction that
 * moves into a block meanwhile is not missed.
 */
async function readSpendsOf(
  server: EsploraServer,
  { address, script }: Place,
  since: number,
): Promise<SpendsFound> {
  const waiting = await server.read(`address/${address}/txs/mempool`, addressTransactions);
  const list = async (behind: string | undefined) => {
    const path = `address/${address}/txs/chain${behind === undefined ? '' : `/${behind}`}`;
    const page = await server.read(path, includedTransactions);
    return page.map((transaction) => ({
      id: transaction.txid,
      number: transaction.status.block_height,
      transaction,
    }));
  };
  const isOurs = (one: EsploraTransaction): boolean => isSpentFrom(seenTransaction(one), [script]);
  const txIds = waiting.filter(isOurs).map(({ txid }) => txid);
  let position: ListPosition | undefined;
  for (let left = maxPages; left > 0; left--) {
    const { entries, rest } = await readOverlapping(server, list, position);
    txIds.push(...entries.filter(({ transaction }) => isOurs(transaction)).map(({ id }) => id));
    // Block times may be out of order, so only a whole page of old transactions ends the search.
    const isOld =
      entries.length > 0 &&
      entries.every(({ transaction }) => transaction.status.block_time < since);
    if (!rest || isOld) return { txIds, isWhole: waiting.length < maxWaiting };
    position = rest.next;
  }
  return { txIds, isWhole: false };
}
