import type { Transaction } from 'bitcoinjs-lib';
import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import type { ChainHead } from '../../../../core/swap/swap.ts';
import { planScans } from '../../../shared/payments/plan-scans.ts';
import type { IncludedTransaction, PaymentsFound, Receiver } from '../endpoint.ts';
import { sameScript } from '../funded-transaction.ts';
import type { BitcoindNode } from './node.ts';
import { maxBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { seeTransaction } from './transactions.ts';

/** Blocks read per poll, more than a megabyte each. Every block may pay a busy address. */
const maxRead = 24;

/**
 * Scans block filters for all addresses together, lowest block first. Addresses that are far behind
 * are scanned separately, so that they do not delay the others.
 */
export async function readPaymentsTo(
  node: BitcoindNode,
  scanBlocks: ScanBlocks,
  receivers: readonly Receiver[],
  { latest }: ChainHead,
): Promise<PaymentsFound[]> {
  const found = new Map<Receiver, PaymentsFound>();
  for (const { targets, from, upTo } of planScans(receivers, latest, maxBlocks)) {
    const scripts = targets.map(({ script }) => script);
    const { hashes } = await scanBlocks(scripts, from, upTo);
    const paid = new Map<Receiver, IncludedTransaction[]>(targets.map((target) => [target, []]));
    let until = upTo;
    for (const hash of hashes.slice(0, maxRead)) {
      const read = await readBlockTransactions(node, hash);
      await collect(node, read, paid);
      // The next poll reads the remaining blocks.
      if (hashes.length > maxRead) until = read.block.number;
    }
    for (const [target, listed] of paid) {
      const transactions = listed.filter(({ block }) => block.number > target.after);
      found.set(target, { transactions, until, isWhole: until >= latest });
    }
  }
  return receivers.map((receiver) => {
    const { after } = receiver;
    return found.get(receiver) ?? { transactions: [], until: after, isWhole: after === latest };
  });
}

/** Reads each transaction once, even if it pays several receivers. */
async function collect(
  node: BitcoindNode,
  {
    block,
    time,
    transactions,
  }: { block: BlockReference; time: number; transactions: readonly Transaction[] },
  paid: ReadonlyMap<Receiver, IncludedTransaction[]>,
): Promise<void> {
  for (const transaction of transactions) {
    const payees = [...paid].filter(([{ script }]) =>
      transaction.outs.some((one) => sameScript(one.script, script)),
    );
    if (payees.length === 0) continue;
    const seen = { ...(await seeTransaction(node, { transaction, block })), block, time };
    for (const [, listed] of payees) listed.push(seen);
  }
}
