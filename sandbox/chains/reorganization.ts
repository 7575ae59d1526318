import type { Hash } from 'viem';
import { SandboxError } from '../sandbox-error.ts';

/** `Id`: how transactions are named, to users of the chain. */
export interface Reorganization<Id = Hash> {
  /** The lowest block that was replaced. */
  readonly from: bigint;
  /** Transactions of the replaced blocks, in their order. */
  readonly removed: readonly Id[];
  /** Those of them that are in the pool again. */
  readonly returned: readonly Id[];
}

export interface ReorganizeOptions {
  /** Blocks to replace, at most `finalityDepth - 1`. */
  readonly depth: number;
  /** The transactions of the replaced blocks are lost, instead of waiting in the pool again. */
  readonly drop: boolean;
}

/** Which blocks may be replaced. */
export interface ReplaceableBlocks {
  readonly finalityDepth: number;
  /** The first block that may be replaced: what is before cannot be made again. */
  readonly firstBlock: bigint;
}

/**
 * @returns the lowest block that is to be replaced
 * @throws {SandboxError} `bad-request` if that would reach final blocks, or the chain's first ones
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
