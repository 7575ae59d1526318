import { type ListPosition, readOverlapping } from '../../../shared/payments/read-overlapping.ts';
import type { SpendsFound } from '../endpoint.ts';
import { isSpentFrom } from '../spend.ts';
import { addressTransactions, type EsploraTransaction, includedTransactions } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/** Pages of one address in one look; servers give 10 to 50 transactions at once. */
const maxPages = 40;
/** So many of the mempool a server tells at once, and no more. */
const maxWaiting = 50;

/**
 * What spends coins of an address. The mempool is asked first: what gets into a block meanwhile is
 * in both.
 */
export async function readSpends(
  server: EsploraServer,
  address: string,
  script: Uint8Array,
  since: number,
): Promise<SpendsFound> {
  const waiting = await server.read(`address/${address}/txs/mempool`, addressTransactions);
  const list = async (behind: string | undefined) => {
    const path = `address/${address}/txs/chain${behind === undefined ? '' : `/${behind}`}`;
    const told = await server.read(path, includedTransactions);
    return told.map((transaction) => ({
      id: transaction.txid,
      number: transaction.status.block_height,
      transaction,
    }));
  };
  const isOurs = (told: EsploraTransaction): boolean => isSpentFrom(seenTransaction(told), script);
  const txIds = waiting.filter(isOurs).map(({ txid }) => txid);
  let place: ListPosition | undefined;
  for (let left = maxPages; left > 0; left--) {
    const { entries, rest } = await readOverlapping(server, list, place);
    txIds.push(...entries.filter(({ transaction }) => isOurs(transaction)).map(({ id }) => id));
    // Blocks need not be in the order of their times: a page of old ones only is far enough.
    const isOld =
      entries.length > 0 &&
      entries.every(({ transaction }) => transaction.status.block_time < since);
    if (!rest || isOld) return { txIds, isWhole: waiting.length < maxWaiting };
    place = rest.next;
  }
  return { txIds, isWhole: false };
}
