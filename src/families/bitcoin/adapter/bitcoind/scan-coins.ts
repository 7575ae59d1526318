import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { outpointKey } from '../../formats/read-transaction.ts';
import type { Coin } from '../fund-outputs.ts';
import { coinScan } from './answers.ts';
import type { BitcoindNode } from './node.ts';
import { rawDescriptor } from './scan-blocks.ts';

/** The coins under a script that blocks have made and not spent, up to a block. */
export interface Snapshot {
  block: BlockReference;
  /** By `outpointKey`. */
  coins: ReadonlyMap<string, Coin>;
}

/**
 * How long the set of all unspent outputs may take, in milliseconds: a minute or two of the main
 * network, more on slow disks.
 */
const longestScan = 280_000;

/**
 * Searches the set of unspent outputs, of which a node does one search at a time: whoever comes
 * while one runs is in the next one, together with all others who have come. A question waits as
 * long as questions do, and then says that it is on its way.
 */
export function createCoinScanner(node: BitcoindNode): (script: Uint8Array) => Promise<Snapshot> {
  const { host } = node;
  const wanted = new Map<string, Uint8Array>();
  const counted = new Map<string, Snapshot>();
  let running: Promise<void> | undefined;

  async function scanAll(): Promise<void> {
    while (wanted.size > 0) {
      const scripts = new Map(wanted);
      wanted.clear();
      const descriptors = [...scripts.values()].map(rawDescriptor);
      const told = await node.ask('scantxoutset', ['start', descriptors], coinScan, longestScan);
      if (!told.success)
        throw new FerrymanError('RPC_UNAVAILABLE', `${host} gave up its search for coins`);
      const block = { number: told.height, hash: told.bestblock };
      for (const [key, script] of scripts) {
        const coins = told.unspents
          .filter(({ scriptPubKey }) => scriptPubKey === key)
          .map(({ txid, vout, amount: value }): Coin => ({ txid, vout, value, script }));
        counted.set(key, { block, coins: new Map(coins.map((coin) => [outpointKey(coin), coin])) });
      }
    }
  }

  return async (script) => {
    const key = Buffer.from(script).toString('hex');
    const isCounted = (): boolean => counted.has(key);
    if (!isCounted()) {
      wanted.set(key, script);
      running ??= scanAll().finally(() => {
        running = undefined;
        wanted.clear();
      });
      await withinTime(running, node);
    }
    const snapshot = counted.get(key);
    // Whoever asks again has lost it.
    counted.delete(key);
    if (snapshot) return snapshot;
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} did not search for the coins of the account`,
    );
  };
}

async function withinTime(scan: Promise<void>, { host, timeoutMs }: BitcoindNode): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `${host} searches all unspent outputs for the account's coins; that takes minutes, once`;
      reject(new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } }));
    }, timeoutMs);
  });
  try {
    await Promise.race([scan, late]);
  } finally {
    clearTimeout(timer);
  }
}
