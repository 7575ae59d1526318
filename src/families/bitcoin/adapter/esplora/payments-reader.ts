import type { ChainHead } from '../../../../core/swap/swap.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import { createHistoryScan, type Entry } from '../../../shared/payments/history-scan.ts';
import { type ListPosition, readOverlapping } from '../../../shared/payments/read-overlapping.ts';
import type { IncludedTransaction, PaymentsFound, Receiver } from '../endpoint.ts';
import { sameScript } from '../funded-transaction.ts';
import { includedTransactions } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/**
 * Pages per address and poll. Servers return 10 to 50 transactions per page, with all their data,
 * so the number of entries needs no limit.
 */
const limits = { pages: 20, entries: Number.POSITIVE_INFINITY };

interface Payment extends Entry {
  transaction: IncludedTransaction;
}

/** Reads the address index, newest first. It also lists transactions that pay from the address. */
export function createPaymentsReader(
  server: EsploraServer,
): (receivers: readonly Receiver[], head: ChainHead) => Promise<PaymentsFound[]> {
  const historyScan = createHistoryScan<Payment, ListPosition>(limits);

  return (receivers, { final }) =>
    mapBounded(receivers, async ({ address, script, after }) => {
      const list = async (behind: string | undefined) => {
        const path = `address/${address}/txs/chain${behind === undefined ? '' : `/${behind}`}`;
        return (await server.read(path, includedTransactions)).map((reported) => {
          const { block_height: number, block_hash: hash, block_time: time } = reported.status;
          return {
            id: reported.txid,
            number,
            transaction: { ...seenTransaction(reported), block: { number, hash }, time },
          };
        });
      };
      const { entries, until } = await historyScan({
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
      // The list covers all blocks of the server. `until` ends at the last final one.
      return {
        transactions: entries.map(({ transaction }) => transaction),
        until,
        isWhole: until >= final,
      };
    });
}
