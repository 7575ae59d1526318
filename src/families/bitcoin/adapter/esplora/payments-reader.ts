import type { ChainHead } from '../../../../core/swap/swap.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import { createLookBack, type Entry } from '../../../shared/payments/look-back.ts';
import { type ListPosition, readOverlapping } from '../../../shared/payments/read-overlapping.ts';
import type { IncludedTransaction, PaymentsFound, Receiver } from '../endpoint.ts';
import { sameScript } from '../funded-transaction.ts';
import { includedTransactions } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/**
 * Pages of one address in one look; servers give 10 to 50 transactions at once. Everything that is
 * to be known of one is in the page.
 */
const limits = { pages: 20, entries: Number.POSITIVE_INFINITY };

interface Payment extends Entry {
  transaction: IncludedTransaction;
}

/**
 * By the index of addresses, which lists the newest first; those that pay from the address are
 * listed too.
 */
export function createPaymentsReader(
  server: EsploraServer,
): (receivers: readonly Receiver[], head: ChainHead) => Promise<PaymentsFound[]> {
  const lookBack = createLookBack<Payment, ListPosition>(limits);

  return (receivers, { final }) =>
    mapBounded(receivers, async ({ address, script, after }) => {
      const list = async (behind: string | undefined) => {
        const path = `address/${address}/txs/chain${behind === undefined ? '' : `/${behind}`}`;
        return (await server.read(path, includedTransactions)).map((told) => {
          const { block_height: number, block_hash: hash, block_time: time } = told.status;
          return {
            id: told.txid,
            number,
            transaction: { ...seenTransaction(told), block: { number, hash }, time },
          };
        });
      };
      const { entries, until } = await lookBack({
        of: address,
        after,
        final,
        async readPage(cursor) {
          const page = await readOverlapping(server, list, cursor);
          const paying = page.entries.filter(({ transaction }) =>
            transaction.outputs.some((output) => sameScript(output.script, script)),
          );
          return {
            ...page,
            entries: paying.map(({ number, transaction }) => ({ number, transaction })),
          };
        },
      });
      // The list has all blocks that the server has; `until` is as far as none of them is replaced
      // any more.
      return {
        transactions: entries.map(({ transaction }) => transaction),
        until,
        isWhole: until >= final,
      };
    });
}
