import { crypto, type Transaction } from 'bitcoinjs-lib';
import { readBitcoinScript } from '../../formats/address.ts';
import type { SpendsFound } from '../endpoint.ts';
import { sameScript } from '../funded-transaction.ts';
import { isSpentFrom } from '../spend.ts';
import { hash, header } from './answers.ts';
import { readHeight } from './blocks.ts';
import type { BitcoindNode } from './node.ts';
import { maxBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { seeTransaction } from './transactions.ts';

/** One day of blocks: the step of the search for the start. */
const step = 144n;
/** Blocks read per question, more than a megabyte each. */
const maxRead = 200;

/**
 * Transactions that spend coins of some scripts: first those in the mempool, then those in blocks,
 * found by block filters.
 * @param findWaiting finds the ids of those in the mempool
 */
export async function readSpends(
  node: BitcoindNode,
  scanBlocks: ScanBlocks,
  findWaiting: () => Promise<readonly string[]>,
  scripts: readonly Uint8Array[],
  since: number,
): Promise<SpendsFound> {
  const txIds = [...(await findWaiting())];
  const height = await readHeight(node);
  const { from, isWhole } = await findStart(node, height, since);
  const { hashes } = await scanBlocks(scripts, from, height);
  const filters = scripts.map(mayBeFrom);
  const mayBeOurs = (transaction: Transaction): boolean =>
    filters.some((mayBeFromIt) => mayBeFromIt(transaction));
  for (const found of hashes.slice(-maxRead)) {
    const { block, transactions } = await readBlockTransactions(node, found);
    for (const transaction of transactions.filter(mayBeOurs)) {
      const seen = await seeTransaction(node, { transaction, block });
      if (isSpentFrom(seen, scripts)) txIds.push(seen.txId);
    }
  }
  return { txIds, isWhole: isWhole && hashes.length <= maxRead };
}

/** A height below which all blocks are older: median times rise with the height (BIP-113). */
async function findStart(
  node: BitcoindNode,
  height: bigint,
  since: number,
): Promise<{ from: bigint; isWhole: boolean }> {
  for (let from = height; from > height - maxBlocks; from -= step) {
    if (from <= 0n) return { from: 0n, isWhole: true };
    const found = await node.ask('getblockhash', [Number(from)], hash);
    const { mediantime } = await node.ask('getblockheader', [found, true], header);
    if (mediantime < since) return { from, isWhole: true };
  }
  return { from: height - maxBlocks + 1n, isWhole: false };
}

/**
 * A cheap filter. A P2WPKH witness has the key, whose hash is in the script (BIP-141). A P2TR
 * witness has only a signature (BIP-341), which does not identify the key.
 */
function mayBeFrom(script: Uint8Array): (transaction: Transaction) => boolean {
  const known = readBitcoinScript(script);
  return ({ ins }) =>
    ins.some(({ witness }) => {
      if (known?.kind !== 'p2wpkh') return witness.length === 1;
      const [, key] = witness;
      return key !== undefined && sameScript(crypto.hash160(key), known.payload);
    });
}
