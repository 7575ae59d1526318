import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import { isOwn } from '../../formats/own-scripts.ts';
import { outpointKey } from '../../formats/read-transaction.ts';
import type { Coins } from '../endpoint.ts';
import type { Coin } from '../fund-outputs.ts';
import { fromLibrary } from '../wire-transaction.ts';
import { mempoolInfo, unspentOutput } from './answers.ts';
import { findHashAt, readHeight } from './blocks.ts';
import { createLimiter } from './create-limiter.ts';
import { findMempoolSpenders } from './find-spend.ts';
import type { BitcoindNode } from './node.ts';
import { maxBlocks, readBlockTransactions, type ScanBlocks } from './scan-blocks.ts';
import { createCoinScanner, type Snapshot } from './scan-coins.ts';
import { findWire } from './transactions.ts';

/** Stored snapshots, at most one per block. A deeper reorganization starts a new search. */
const maxSnapshots = 12;
/** Maximum of remembered coins from replaced blocks. */
const maxReplaced = 1_000;
/** Attempts to read a consistent state while blocks and replacements arrive. */
const maxTries = 5;

interface FollowedCoins extends Coins {
  /** Ids of the mempool transactions that spend coins of the account. */
  waiting: readonly string[];
}

interface Followed {
  /** Reads the coins up to the newest block. */
  advance(): Promise<Snapshot>;
  /**
   * Outpoints of coins in replaced blocks. The transactions that created them, and those that spend
   * them, may be back in the mempool.
   */
  replaced: ReadonlySet<string>;
}

/**
 * Reads a wallet's coins. A node has no index of addresses. So its set of unspent outputs is
 * searched once, which takes a minute or more on the main network, and then each new block.
 * Nothing is persisted that could be wrong at the next start.
 */
export function createCoinFollower(
  node: BitcoindNode,
  scanBlocks: ScanBlocks,
): (scripts: readonly Uint8Array[]) => Promise<FollowedCoins> {
  const scanCoins = createCoinScanner(node);
  const followed = new Map<string, Followed>();

  function follow(scripts: readonly Uint8Array[]): Followed {
    const inTurn = createLimiter(1);
    /** Newest last. */
    const snapshots: Snapshot[] = [];
    const replaced = new Set<string>();

    async function advance(): Promise<Snapshot> {
      for (let newest = snapshots.at(-1); newest; newest = snapshots.at(-1)) {
        if ((await findHashAt(node, newest.block.number)) === newest.block.hash) break;
        snapshots.pop();
        if (replaced.size >= maxReplaced) replaced.clear();
        for (const outpoint of newest.coins.keys()) replaced.add(outpoint);
      }
      let current = snapshots.at(-1) ?? (await scanCoins(scripts));
      // The search takes minutes, and its block may have been replaced meanwhile.
      if (snapshots.length === 0) await requireBlock(current.block);
      const height = await readHeight(node);
      while (current.block.number < height) {
        const from = current.block.number + 1n;
        const to = from + maxBlocks - 1n < height ? from + maxBlocks - 1n : height;
        const { hashes, last } = await scanBlocks(scripts, from, to);
        const coins = new Map(current.coins);
        for (const found of hashes) await applyBlock(node, found, scripts, coins);
        await requireBlock(current.block);
        current = { block: last, coins };
      }
      if (snapshots.at(-1) !== current) snapshots.push(current);
      snapshots.splice(0, snapshots.length - maxSnapshots);
      return current;
    }
    return { advance: () => inTurn(advance), replaced };
  }

  /** The snapshot's block must still be in the best chain. */
  async function requireBlock({ number, hash: expected }: BlockReference): Promise<void> {
    if ((await findHashAt(node, number)) === expected) return;
    throw changed(node);
  }

  return async (scripts) => {
    const key = scripts.map((script) => Buffer.from(script).toString('hex')).join();
    const account = followed.get(key) ?? follow(scripts);
    followed.set(key, account);
    await requireMempool(node);
    for (let left = maxTries; left > 0; left--) {
      const split = await splitByMempool(node, scripts, account);
      if (split) return split;
    }
    throw changed(node);
  };
}

function changed({ host }: BitcoindNode): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `${host} changed its chain while it was read`, {
    details: { host },
  });
}

async function applyBlock(
  node: BitcoindNode,
  wanted: string,
  scripts: readonly Uint8Array[],
  coins: Map<string, Coin>,
): Promise<void> {
  const { transactions } = await readBlockTransactions(node, wanted);
  for (const transaction of transactions) {
    for (const input of fromLibrary(transaction).inputs) coins.delete(outpointKey(input));
    for (const coin of coinsOf(transaction, scripts)) coins.set(outpointKey(coin), coin);
  }
}

async function requireMempool(node: BitcoindNode): Promise<void> {
  const { loaded } = await node.ask('getmempoolinfo', [], mempoolInfo);
  if (loaded) return;
  const { host } = node;
  throw new FerrymanError('RPC_BEHIND', `${host} is still loading its mempool`, {
    details: { host },
  });
}

/**
 * Splits the coins by whether the mempool spends them. Reads the mempool before the blocks, so a
 * transaction that moves into a block meanwhile counts as spending. `undefined` if the state keeps
 * changing, or if a transaction left the mempool for good.
 */
async function splitByMempool(
  node: BitcoindNode,
  scripts: readonly Uint8Array[],
  { advance, replaced }: Followed,
): Promise<FollowedCoins | undefined> {
  const spentBy = new Map<string, string | undefined>();
  for (let left = maxTries; left > 0; left--) {
    const { coins } = await advance();
    const unasked = [...coins.keys(), ...replaced].filter((outpoint) => !spentBy.has(outpoint));
    if (unasked.length === 0) {
      const spenders = [...spentBy.values()].flatMap((txId) => txId ?? []);
      const returning = await readReturning(node, scripts, spenders);
      return (
        returning && {
          spendable: [...coins].flatMap(([outpoint, coin]) =>
            spentBy.get(outpoint) === undefined ? [coin] : [],
          ),
          // Change that is already in a block is among the coins.
          onTheirWay: returning.coins.filter((coin) => !coins.has(outpointKey(coin))),
          waiting: returning.makers,
        }
      );
    }
    const found = await findMempoolSpenders(node, unasked);
    for (const outpoint of unasked) spentBy.set(outpoint, found.get(outpoint));
  }
  return undefined;
}

/**
 * The unspent change of mempool transactions that spend the account's coins, and of those that
 * spend that change. All of them are the account's own.
 */
async function readReturning(
  node: BitcoindNode,
  scripts: readonly Uint8Array[],
  spenders: readonly string[],
): Promise<{ coins: Coin[]; makers: string[] } | undefined> {
  const returning: Coin[] = [];
  const seen = new Set<string>();
  for (let makers = [...new Set(spenders)]; makers.length > 0; ) {
    for (const txId of makers) seen.add(txId);
    const made = await mapBounded(makers, (txId) => findWire(node, txId));
    if (made.includes(undefined)) return undefined;
    const returned = made.flatMap((transaction) =>
      transaction ? coinsOf(transaction, scripts) : [],
    );
    // One call covers blocks and mempool, so that no output is missed between them.
    const unspent = await mapBounded(returned, ({ txid, vout }) =>
      node.ask('gettxout', [txid, vout, true], unspentOutput),
    );
    returning.push(...returned.filter((_, index) => unspent[index]));
    const spent = returned.filter((_, index) => !unspent[index]).map(outpointKey);
    makers = [...new Set((await findMempoolSpenders(node, spent)).values())].filter(
      (txId) => !seen.has(txId),
    );
  }
  return { coins: returning, makers: [...seen] };
}

function coinsOf(
  transaction: Parameters<typeof fromLibrary>[0],
  scripts: readonly Uint8Array[],
): Coin[] {
  const paid = transaction.outs.some(({ script }) => isOwn(scripts, script));
  const txid = paid ? transaction.getId() : '';
  return transaction.outs.flatMap(({ value, script }, vout) =>
    isOwn(scripts, script) ? [{ txid, vout, value, script }] : [],
  );
}
