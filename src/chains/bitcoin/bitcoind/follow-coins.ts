import { outpointKey } from '../../../core/read-bitcoin-transaction.ts';
import type { BlockReference } from '../../../core/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../../endpoints/map-bounded.ts';
import type { Coins } from '../endpoint.ts';
import type { Coin } from '../fund-outputs.ts';
import { sameScript } from '../funded-transaction.ts';
import { fromLibrary } from '../wire-transaction.ts';
import { hash, mempoolInfo } from './answers.ts';
import { findHashAt, readHeight } from './blocks.ts';
import { findMempoolSpenders } from './find-spend.ts';
import type { BitcoindNode } from './node.ts';
import { mostBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { createCoinScanner, type Snapshot } from './scan-coins.ts';
import { findWire } from './transactions.ts';
import { createTurns } from './turns.ts';

/** States that are kept, one for each block at most: a chain that is replaced deeper is counted anew. */
const mostSnapshots = 12;
/** Times that the mempool is looked at where a block comes between. */
const mostTries = 3;

/**
 * An account's coins. A node has no index of addresses: its set of unspent outputs is searched once, which takes a minute or more of the main network, and from
 * then on new blocks are looked through. Nothing is stored, by us or by the node, that could be wrong at the next start.
 */
export function createCoinFollower(node: BitcoindNode, scanBlocks: ScanBlocks): (script: Uint8Array) => Promise<Coins> {
  const scanCoins = createCoinScanner(node);
  const followed = new Map<string, ReturnType<typeof follow>>();

  function follow(script: Uint8Array): () => Promise<Snapshot> {
    const inTurn = createTurns(1);
    /** The newest last. */
    const snapshots: Snapshot[] = [];

    async function advance(): Promise<Snapshot> {
      for (let newest = snapshots.at(-1); newest; newest = snapshots.at(-1)) {
        if ((await findHashAt(node, newest.block.number)) === newest.block.hash) break;
        snapshots.pop();
      }
      let current = snapshots.at(-1) ?? (await scanCoins(script));
      const height = await readHeight(node);
      while (current.block.number < height) {
        const from = current.block.number + 1n;
        const to = from + mostBlocks - 1n < height ? from + mostBlocks - 1n : height;
        const { hashes, last } = await scanBlocks(script, from, to);
        const coins = new Map(current.coins);
        for (const found of hashes) await applyBlock(node, found, script, coins);
        await requireBlock(current.block);
        current = { block: last, coins };
      }
      if (snapshots.at(-1) !== current) snapshots.push(current);
      snapshots.splice(0, snapshots.length - mostSnapshots);
      return current;
    }
    return () => inTurn(advance);
  }

  /** What was built on has to be in the chain still. */
  async function requireBlock({ number, hash: expected }: BlockReference): Promise<void> {
    if ((await findHashAt(node, number)) === expected) return;
    throw changed(node);
  }

  return async (script) => {
    const key = Buffer.from(script).toString('hex');
    const advance = followed.get(key) ?? follow(script);
    followed.set(key, advance);
    for (let left = mostTries; left > 0; left--) {
      const { block, coins } = await advance();
      const split = await splitByMempool(node, script, [...coins.values()]);
      // What a block has taken out of the mempool meanwhile would be in neither.
      if (split && (await node.ask('getbestblockhash', [], hash)) === block.hash) return split;
    }
    throw changed(node);
  };
}

function changed({ host }: BitcoindNode): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `${host} changed its chain while it was read`, { details: { host } });
}

async function applyBlock(
  node: BitcoindNode,
  wanted: string,
  script: Uint8Array,
  coins: Map<string, Coin>,
): Promise<void> {
  const { transactions } = await readBlockTransactions(node, wanted);
  for (const transaction of transactions) {
    for (const input of fromLibrary(transaction).inputs) coins.delete(outpointKey(input));
    for (const coin of coinsOf(transaction, script)) coins.set(outpointKey(coin), coin);
  }
}

/** Nothing where a transaction left the mempool meanwhile. */
async function splitByMempool(
  node: BitcoindNode,
  script: Uint8Array,
  coins: readonly Coin[],
): Promise<Coins | undefined> {
  const { loaded } = await node.ask('getmempoolinfo', [], mempoolInfo);
  if (!loaded) {
    const { host } = node;
    throw new FerrymanError('RPC_BEHIND', `${host} is still loading its mempool`, { details: { host } });
  }
  let spentBy = await findMempoolSpenders(node, coins.map(outpointKey));
  const spendable = coins.filter((coin) => !spentBy.has(outpointKey(coin)));
  const onTheirWay: Coin[] = [];
  // What spends our coins is ours, and so is what spends what comes back of it.
  const seen = new Set<string>();
  for (;;) {
    const makers = [...new Set(spentBy.values())].filter((txId) => !seen.has(txId));
    if (makers.length === 0) return { spendable, onTheirWay: await unspentOf(node, onTheirWay) };
    for (const txId of makers) seen.add(txId);
    const made = await mapBounded(makers, (txId) => findWire(node, txId));
    const returned: Coin[] = [];
    for (const transaction of made) {
      if (!transaction) return undefined;
      returned.push(...coinsOf(transaction, script));
    }
    onTheirWay.push(...returned);
    spentBy = await findMempoolSpenders(node, returned.map(outpointKey));
  }
}

async function unspentOf(node: BitcoindNode, coins: readonly Coin[]): Promise<Coin[]> {
  const spentBy = await findMempoolSpenders(node, coins.map(outpointKey));
  return coins.filter((coin) => !spentBy.has(outpointKey(coin)));
}

function coinsOf(transaction: Parameters<typeof fromLibrary>[0], script: Uint8Array): Coin[] {
  const paid = transaction.outs.some((output) => sameScript(output.script, script));
  const txid = paid ? transaction.getId() : '';
  return transaction.outs.flatMap(({ value, script: held }, vout) =>
    sameScript(held, script) ? [{ txid, vout, value, script }] : [],
  );
}
