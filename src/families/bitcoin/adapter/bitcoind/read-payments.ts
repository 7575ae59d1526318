import type { SeenTransaction } from '../endpoint.ts';
import { sameScript } from '../funded-transaction.ts';
import { readHeight } from './blocks.ts';
import type { BitcoindNode } from './node.ts';
import { maxBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { seeTransaction } from './transactions.ts';

/** Transactions in blocks above a height that pay to a script, newest first. */
export async function readPayments(
  node: BitcoindNode,
  scanBlocks: ScanBlocks,
  script: Uint8Array,
  after: bigint,
): Promise<SeenTransaction[]> {
  const payments: SeenTransaction[] = [];
  const height = await readHeight(node);
  for (let from = after + 1n; from <= height; from += maxBlocks) {
    const to = from + maxBlocks - 1n < height ? from + maxBlocks - 1n : height;
    const { hashes } = await scanBlocks([script], from, to);
    for (const hash of hashes) {
      const { block, transactions } = await readBlockTransactions(node, hash);
      for (const transaction of transactions) {
        if (!transaction.outs.some((output) => sameScript(output.script, script))) continue;
        payments.push(await seeTransaction(node, { transaction, block }));
      }
    }
  }
  return payments.reverse();
}
