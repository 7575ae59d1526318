import type { Hash } from 'viem';
import { SandboxError } from '../sandbox-error.ts';

/** @typeParam Id the form of transaction ids */
export interface Reorganization<Id = Hash> {
  /** The lowest block that was replaced. */
  readonly from: bigint;
  /** Transactions of the replaced blocks, in block order. */
  readonly removed: readonly Id[];
  /** The removed transactions that are in the mempool again. */
  readonly returned: readonly Id[];
}

export interface ReorganizeOptions {
  /** Blocks to replace, at most `finalityDepth - 1`. */
  readonly depth: number;
  /** Drops the transactions of the replaced blocks. Otherwise they return to the mempool. */
  readonly drop: boolean;
}

/** The range of blocks that may be replaced. */
export interface ReplaceableBlocks {
  readonly finalityDepth: number;
  /** The first block that may be replaced. The chain cannot reproduce the blocks before it. */
  readonly firstBlock: bigint;
}

/**
 * @returns the lowest block to replace
 * @throws {SandboxError} `bad-request` if the depth reaches final blocks or the chain's first
 *   blocks
 */
export function requireReplaceable(
  latest: bigint,
  depth: number,
  { finalityDepth, firstBlock }: ReplaceableBlocks,
): bigint {
  const from = latest - BigInt(depth) + 1n;
  if (depth >= finalityDepth) {
    throw new SandboxError(
      'bad-request',
      `${depth} blocks reach final ones: at most ${finalityDepth - 1} here.`,
    );
  }
  if (from < firstBlock) {
    throw new SandboxError(
      'bad-request',
      `${depth} blocks reach the chain's first ones: wait until it is longer.`,
    );
  }
  return from;
}
