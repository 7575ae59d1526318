import type { SeenTransaction } from '../endpoint.ts';
import { addressTransactions } from './answers.ts';
import { seenTransaction } from './seen-transaction.ts';
import type { EsploraServer } from './server.ts';

/** Newest first, as servers list them, 25 at a time. */
export async function readHistory(server: EsploraServer, address: string, after: bigint): Promise<SeenTransaction[]> {
  const history = new Map<string, SeenTransaction>();
  let path = `address/${address}/txs/chain`;
  for (;;) {
    const page = (await server.read(path, addressTransactions)).map(seenTransaction);
    const newer = page.filter(({ txId, block }) => block && block.number > after && !history.has(txId));
    for (const listed of newer) history.set(listed.txId, listed);
    const last = page.at(-1);
    // Older ones follow, or a server that begins anew.
    if (!last || newer.length < page.length) return [...history.values()];
    path = `address/${address}/txs/chain/${last.txId}`;
  }
}
