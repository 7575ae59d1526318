import type { Transaction } from 'bitcoinjs-lib';
import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { blockFilter, blockOf, blockScan, hash, header } from './answers.ts';
import { createLimiter } from './create-limiter.ts';
import type { BitcoindNode } from './node.ts';
import { isScanning } from './refusal.ts';

/**
 * The blocks between two heights, both included, that may pay to one of some scripts or spend from
 * it, the lowest first.
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

/** Of how many blocks one question may be: some seconds' worth. */
export const maxBlocks = 2_000n;
/** How long a node that scans for somebody else is left to it, in milliseconds. */
const patience = 100;

/**
 * Finds blocks by their filters (BIP-158, basic), which miss none and are wrong about a few. A node
 * whose index is not as far as its chain leaves out what it has no filters of, without a word
 * (Bitcoin Core, rpc/blockchain.cpp, `scanblocks`). So it is asked for the filter of the range's
 * last block before, for which it waits: filters are made one on the other, and who has that one
 * has all before it.
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
    const told = await startWhenFree(() => node.ask('scanblocks', params, blockScan));
    if (!told.completed || told.from_height !== from || told.to_height !== to) {
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
    return { hashes: told.relevant_blocks, last: { number: to, hash: last } };
  }

  /** A node scans for one at a time; another process of ours may be the one. */
  async function startWhenFree<T>(start: () => Promise<T>): Promise<T> {
    for (let left = node.timeoutMs; ; left -= patience) {
      try {
        return await start();
      } catch (error) {
        if (!isScanning(error) || left <= 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, patience));
      }
    }
  }

  return (scripts, from, to) => inTurn(() => scan(scripts, from, to));
}

/** A script as `scanblocks` and `scantxoutset` take it (Bitcoin Core, doc/descriptors.md). */
export function rawDescriptor(script: Uint8Array): string {
  return `raw(${Buffer.from(script).toString('hex')})`;
}

/**
 * A block of the best chain with its transactions, from its bytes, and its time in seconds since
 * the epoch.
 */
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
