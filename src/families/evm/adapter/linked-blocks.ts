import type { Block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock } from './head.ts';

/**
 * Blocks by their numbers, without a gap, each the parent of the next: as long as the newest one is
 * on the chain, they all are, and nobody has to be asked.
 */
export type LinkedBlocks = ReadonlyMap<bigint, LinkedBlock>;

interface LinkedBlock {
  hash: string;
  /**
   * Hashes of its transactions; absent: the endpoint does not tell, or the block was not among the
   * newest at the last look.
   */
  transactions?: ReadonlySet<string> | undefined;
}

/**
 * Continues them with the newest block. Those that it does not descend from are left out.
 * @param most blocks that may be asked for where some came in between; where there are more of
 *   them, the newest one stands alone
 */
export async function linkNewest(
  endpoint: Endpoint,
  linked: LinkedBlocks,
  newest: Block,
  most: number,
): Promise<LinkedBlocks> {
  if (linked.get(newest.number)?.hash === newest.hash) return upTo(linked, newest.number);
  const last = [...linked.keys()].at(-1) ?? newest.number;
  const missed = newest.number - last - 1n;
  const between =
    missed > 0n && missed <= BigInt(most) ? await readBetween(endpoint, last, newest.number) : [];
  return [...between, newest].reduce(link, withoutOldTransactions(linked, last));
}

/** Those of the newest block are compared once more: what was asked before it came may be in it. */
function withoutOldTransactions(linked: LinkedBlocks, last: bigint): LinkedBlocks {
  return new Map(
    Array.from(linked, ([number, block]) => [
      number,
      number === last ? block : { hash: block.hash },
    ]),
  );
}

function readBetween(endpoint: Endpoint, last: bigint, newest: bigint): Promise<(Block | null)[]> {
  const numbers = Array.from(
    { length: Number(newest - last - 1n) },
    (_, index) => last + 1n + BigInt(index),
  );
  return Promise.all(numbers.map((number) => findBlock(endpoint, number)));
}

function link(linked: LinkedBlocks, block: Block | null): LinkedBlocks {
  if (!block) return new Map();
  const { number, hash, parentHash } = block;
  const isNext = linked.get(number - 1n)?.hash === parentHash;
  const transactions = block.transactions && new Set(block.transactions);
  return new Map([...(isNext ? upTo(linked, number - 1n) : []), [number, { hash, transactions }]]);
}

function upTo(linked: LinkedBlocks, last: bigint): LinkedBlocks {
  return new Map([...linked].filter(([number]) => number <= last));
}

/** Without those before a block. */
export function since(linked: LinkedBlocks, first: bigint): LinkedBlocks {
  return new Map([...linked].filter(([number]) => number >= first));
}
