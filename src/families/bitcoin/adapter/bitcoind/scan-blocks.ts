import type { Transaction } from 'bitcoinjs-lib';
import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { blockFilter, blockOf, blockScan, hash, header } from './answers.ts';
import { createLimiter } from './create-limiter.ts';
import type { BitcoindNode } from './node.ts';
import { isScanning } from './refusal.ts';

/**
 * The blocks between two heights, inclusive, that may pay to or spend from one of the scripts,
 * lowest first.
 */
interface ScannedRange {
  hashes: readonly string[];
  /** The range's highest block. */
  last: BlockReference;
}

export type ScanBlocks = (
  scripts: readonly Uint8Array[],
  from: bigint,
  to: bigint,
) => Promise<ScannedRange>;

/** Blocks per request, which takes some seconds. */
export const maxBlocks = 2_000n;
/** Pause in milliseconds before the next try while the node runs another client's scan. */
const retryDelayMs = 100;

/**
 * Finds blocks by their filters (BIP-158, basic), which have false positives but miss none. A node
 * whose filter index lags its chain silently omits blocks without a filter (Bitcoin Core,
 * rpc/blockchain.cpp, `scanblocks`). So the filter of the range's last block is requested first.
 * The node builds filters in order, so one that has this filter has all earlier ones.
 */
export function createBlockScanner(node: BitcoindNode): ScanBlocks {
  const inTurn = createLimiter(1);
  const { host } = node;

  async function scan(
    scripts: readonly Uint8Array[],
    from: bigint,
    to: bigint,
  ): Promise<ScannedRange> {
    const hashAtEnd = (): Promise<string> => node.ask('getblockhash', [Number(to)], hash);
    const last = await hashAtEnd();
    await node.ask('getblockfilter', [last, 'basic'], blockFilter);
    const params = ['start', scripts.map(rawDescriptor), Number(from), Number(to), 'basic'];
    const scanned = await startWhenFree(() => node.ask('scanblocks', params, blockScan));
    if (!scanned.completed || scanned.from_height !== from || scanned.to_height !== to) {
      throw new FerrymanError(
        'RPC_UNAVAILABLE',
        `${host} did not scan the blocks from ${from} to ${to}`,
        {
          details: { host },
        },
      );
    }
    if ((await hashAtEnd()) !== last) {
      throw new FerrymanError('RPC_UNAVAILABLE', `${host} changed its chain while it was scanned`, {
        details: { host },
      });
    }
    return { hashes: scanned.relevant_blocks, last: { number: to, hash: last } };
  }

  /** A node runs one scan at a time. Another Ferryman process may be running one. */
  async function startWhenFree<T>(start: () => Promise<T>): Promise<T> {
    for (let left = node.timeoutMs; ; left -= retryDelayMs) {
      try {
        return await start();
      } catch (error) {
        if (!isScanning(error) || left <= 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      }
    }
  }

  return (scripts, from, to) => inTurn(() => scan(scripts, from, to));
}

/** A script's descriptor for `scanblocks` and `scantxoutset` (Bitcoin Core, doc/descriptors.md). */
export function rawDescriptor(script: Uint8Array): string {
  return `raw(${Buffer.from(script).toString('hex')})`;
}

/** A block of the best chain with its transactions. `time` is in seconds since the epoch. */
export async function readBlockTransactions(
  node: BitcoindNode,
  wanted: string,
): Promise<{ block: BlockReference; time: number; transactions: readonly Transaction[] }> {
  const {
    height: number,
    confirmations,
    time,
  } = await node.ask('getblockheader', [wanted, true], header);
  if (confirmations < 1) {
    const { host } = node;
    throw new FerrymanError('RPC_UNAVAILABLE', `${host} changed its chain while it was read`, {
      details: { host },
    });
  }
  const transactions = await node.ask('getblock', [wanted, 0], blockOf(wanted));
  return { block: { number, hash: wanted }, time, transactions };
}
