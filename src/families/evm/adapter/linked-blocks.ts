import type { Block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock } from './head.ts';

/**
 * Consecutive blocks by number, each the parent of the next. As long as the newest one is on the
 * chain, all of them are, without further requests.
 */
export type LinkedBlocks = ReadonlyMap<bigint, LinkedBlock>;

interface LinkedBlock {
  hash: string;
  /**
   * Hashes of its transactions. Absent: the endpoint omits them, or the block was not among the
   * newest at the last poll.
   */
  transactions?: ReadonlySet<string> | undefined;
}

/**
 * Appends the newest block and drops the blocks that it does not descend from.
 * @param maxMissed maximum number of blocks to read in between; if more are missing, only the
 *   newest block remains
 */
export async function linkNewest(
  endpoint: Endpoint,
  linked: LinkedBlocks,
  newest: Block,
  maxMissed: number,
): Promise<LinkedBlocks> {
  if (linked.get(newest.number)?.hash === newest.hash) return upTo(linked, newest.number);
  const last = [...linked.keys()].at(-1) ?? newest.number;
  const missed = newest.number - last - 1n;
  const between =
    missed > 0n && missed <= BigInt(maxMissed)
      ? await readBetween(endpoint, last, newest.number)
      : [];
  return [...between, newest].reduce(link, withoutOldTransactions(linked, last));
}

/**
 * Keeps the transactions of the last block for one more poll: a request sent before the block
 * arrived may concern one of them.
 */
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

/** The blocks from `first` on. */
export function since(linked: LinkedBlocks, first: bigint): LinkedBlocks {
  return new Map([...linked].filter(([number]) => number >= first));
}
