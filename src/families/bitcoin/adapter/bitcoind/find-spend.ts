import type { Transaction } from 'bitcoinjs-lib';
import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import type { Spend } from '../endpoint.ts';
import { fromLibrary } from '../wire-transaction.ts';
import { spenders, unspentOutput } from './answers.ts';
import { findHashAt, readHeight } from './blocks.ts';
import type { BitcoindNode } from './node.ts';
import { maxBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { findPlaced } from './transactions.ts';

interface IncludedSpend extends Spend {
  block: BlockReference;
}

/** Searched first, because most spends of leased coins are recent. */
const firstBlocks = 144n;
/** Maximum of cached spends. */
const maxKnown = 1_000;

/**
 * Finds the transaction that spends an output. A node has no index of spends: its set of unspent
 * outputs shows whether the output is spent, and the blocks since its creation, searched from the
 * newest, show by which transaction. Throws `RPC_UNAVAILABLE` if no block spends it after all.
 */
export function createSpendFinder(
  node: BitcoindNode,
  scanBlocks: ScanBlocks,
): (outpoint: string) => Promise<Spend | undefined> {
  const known = new Map<string, IncludedSpend>();

  async function findKnown(outpoint: string): Promise<IncludedSpend | undefined> {
    const spend = known.get(outpoint);
    if (!spend) return undefined;
    if ((await findHashAt(node, spend.block.number)) === spend.block.hash) return spend;
    known.delete(outpoint);
    return undefined;
  }

  async function findIncluded(
    outpoint: string,
    script: Uint8Array,
    createdAt: bigint,
  ): Promise<IncludedSpend> {
    let to = await readHeight(node);
    let size = firstBlocks;
    while (to >= createdAt) {
      const from = to - size + 1n > createdAt ? to - size + 1n : createdAt;
      const { hashes } = await scanBlocks([script], from, to);
      for (const hash of hashes.toReversed()) {
        const { block, transactions } = await readBlockTransactions(node, hash);
        const spender = transactions.find((transaction) => isSpending(transaction, outpoint));
        if (spender) return { txId: spender.getId(), block };
      }
      to = from - 1n;
      size = maxBlocks;
    }
    const { host } = node;
    const message = `${host} reports ${outpoint} as spent, but no block spends it`;
    throw new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } });
  }

  return async (outpoint) => {
    const [txId = '', index] = outpoint.split(':');
    const vout = Number(index);
    const included = await findKnown(outpoint);
    if (included) return included;
    if (await node.ask('gettxout', [txId, vout, false], unspentOutput))
      return findWaiting(node, outpoint);
    const maker = await findPlaced(node, txId);
    const output = maker?.transaction.outs[vout];
    if (!maker?.block || !output) return findWaiting(node, outpoint);
    const found = await findIncluded(outpoint, output.script, maker.block.number);
    if (known.size >= maxKnown) known.clear();
    known.set(outpoint, found);
    return found;
  };
}

async function findWaiting(node: BitcoindNode, outpoint: string): Promise<Spend | undefined> {
  const txId = (await findMempoolSpenders(node, [outpoint])).get(outpoint);
  return txId === undefined ? undefined : { txId };
}

/** Outpoints per request. */
const maxOutpoints = 500;

/** Maps each outpoint that a mempool transaction spends to that transaction's id. */
export async function findMempoolSpenders(
  node: BitcoindNode,
  outpoints: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < outpoints.length; start += maxOutpoints) {
    const asked = outpoints.slice(start, start + maxOutpoints).map((outpoint) => {
      const [txid, vout] = outpoint.split(':');
      return { txid, vout: Number(vout) };
    });
    for (const { txid, vout, spendingtxid } of await node.ask(
      'gettxspendingprevout',
      [asked],
      spenders,
    )) {
      if (spendingtxid !== undefined) found.set(`${txid}:${vout}`, spendingtxid);
    }
  }
  return found;
}

/** Whether one of a transaction's inputs spends an outpoint. */
function isSpending(transaction: Transaction, outpoint: string): boolean {
  return fromLibrary(transaction).inputs.some(({ txid, vout }) => `${txid}:${vout}` === outpoint);
}
