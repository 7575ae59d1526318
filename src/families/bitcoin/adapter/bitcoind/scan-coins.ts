import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { outpointKey } from '../../formats/read-transaction.ts';
import type { Coin } from '../fund-outputs.ts';
import { coinScan } from './answers.ts';
import type { BitcoindNode } from './node.ts';
import { rawDescriptor } from './scan-blocks.ts';

/** The confirmed unspent coins of a wallet's scripts, up to a block. */
export interface Snapshot {
  block: BlockReference;
  /** Keyed by `outpointKey`. */
  coins: ReadonlyMap<string, Coin>;
}

/** Timeout of a search in milliseconds. The main network takes one or two minutes, or more. */
const scanTimeoutMs = 280_000;

/**
 * Searches the set of unspent outputs. A node runs one search at a time, so wallets that arrive
 * during a search share the next one. A call waits up to the usual timeout and then throws
 * `RPC_UNAVAILABLE`, while the search continues.
 */
export function createCoinScanner(
  node: BitcoindNode,
): (scripts: readonly Uint8Array[]) => Promise<Snapshot> {
  const { host } = node;
  const wanted = new Map<string, readonly Uint8Array[]>();
  const counted = new Map<string, Snapshot>();
  let running: Promise<void> | undefined;

  async function scanAll(): Promise<void> {
    while (wanted.size > 0) {
      const wallets = new Map(wanted);
      wanted.clear();
      const descriptors = [...wallets.values()].flat().map(rawDescriptor);
      const params = ['start', descriptors];
      const scanned = await node.ask('scantxoutset', params, coinScan, scanTimeoutMs);
      if (!scanned.success)
        throw new FerrymanError('RPC_UNAVAILABLE', `${host} gave up its search for coins`);
      const block = { number: scanned.height, hash: scanned.bestblock };
      for (const [key, scripts] of wallets) {
        const coins = scripts.flatMap((script) =>
          scanned.unspents
            .filter(({ scriptPubKey }) => scriptPubKey === hexOf(script))
            .map(({ txid, vout, amount: value }): Coin => ({ txid, vout, value, script })),
        );
        counted.set(key, { block, coins: new Map(coins.map((coin) => [outpointKey(coin), coin])) });
      }
    }
  }

  return async (scripts) => {
    const key = scripts.map(hexOf).join();
    const isCounted = (): boolean => counted.has(key);
    if (!isCounted()) {
      wanted.set(key, scripts);
      running ??= scanAll().finally(() => {
        running = undefined;
        wanted.clear();
      });
      await withinTime(running, node);
    }
    const snapshot = counted.get(key);
    // The caller stores the snapshot. A later call needs a new search.
    counted.delete(key);
    if (snapshot) return snapshot;
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} did not search for the coins of the account`,
    );
  };
}

function hexOf(script: Uint8Array): string {
  return Buffer.from(script).toString('hex');
}

async function withinTime(scan: Promise<void>, { host, timeoutMs }: BitcoindNode): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `${host} is searching all unspent outputs for the account's coins; the first search takes minutes`;
      reject(new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } }));
    }, timeoutMs);
  });
  try {
    await Promise.race([scan, late]);
  } finally {
    clearTimeout(timer);
  }
}
