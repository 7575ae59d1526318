import { FerrymanError } from '../../errors/ferryman-error.ts';
import { mapBounded } from '../endpoints/map-bounded.ts';

/** Blocks that one walk reads: each is a question of its own. What is later is for the next one. */
const mostRead = 200;
/** Blocks that are kept while they are not final; rollups have some thousands of these. */
const mostKept = 10_000;

interface LinkedBlock {
  number: bigint;
  hash: string;
  parentHash: string;
  /** Whether its endpoint told all that there is in it. */
  isWhole: boolean;
}

export interface BlockWalk<Block, Endpoint> {
  /** Blocks that can be gone through in one walk: those that are read, and those that are kept. */
  reach(): bigint;
  /**
   * The blocks of one chain from a number on, in their order, up to another or as far as the reach leads. Throws `RPC_UNAVAILABLE` where the
   * chain has changed meanwhile, and what reading a block throws.
   */
  read(endpoint: Endpoint, range: { from: bigint; upTo: bigint; final: bigint }): Promise<Block[]>;
}

/**
 * Goes through blocks one by one where no index tells what is in them. Those that are not final are gone through again and again, so they are kept.
 * The last one is always read anew, and what was kept counts only as long as it leads there by the hashes of the parents.
 */
export function createBlockWalk<Block extends LinkedBlock, Endpoint>(
  readBlock: (endpoint: Endpoint, number: bigint, isFinal: boolean) => Promise<Block>,
): BlockWalk<Block, Endpoint> {
  const kept = new Map<bigint, Block>();

  function keep(blocks: readonly Block[], final: bigint): void {
    for (const number of kept.keys()) if (number <= final) kept.delete(number);
    for (const block of blocks) {
      const hasRoom = kept.size < mostKept || kept.has(block.number);
      if (block.number > final && block.isWhole && hasRoom) kept.set(block.number, block);
    }
  }

  return {
    reach: () => BigInt(mostRead + kept.size),
    async read(endpoint, { from, upTo, final }) {
      const fresh = new Map<bigint, Block>();
      for (;;) {
        const known = new Map([...kept].filter(([number]) => number < upTo && !fresh.has(number)));
        const numbers = withinReach(from, upTo, known);
        const missing = numbers.filter((number) => !known.has(number) && !fresh.has(number));
        for (const block of await mapBounded(missing, (number) => readBlock(endpoint, number, number <= final))) {
          fresh.set(block.number, block);
        }
        const blocks = numbers.flatMap((number) => fresh.get(number) ?? known.get(number) ?? []);
        const broken = blocks.find(({ parentHash }, place) => place > 0 && blocks[place - 1]?.hash !== parentHash);
        if (!broken) {
          keep(blocks, final);
          return blocks;
        }
        const old = [broken.number - 1n, broken.number].filter((number) => known.has(number));
        if (old.length === 0) {
          throw new FerrymanError('RPC_UNAVAILABLE', `block ${broken.number} was replaced while blocks were read`);
        }
        for (const number of old) kept.delete(number);
      }
    },
  };
}

/** Ends with one that is not known: it is the newest that says which of the known ones are still of the chain. */
function withinReach(from: bigint, upTo: bigint, known: ReadonlyMap<bigint, unknown>): bigint[] {
  const numbers: bigint[] = [];
  let read = 0;
  let end = 0;
  for (let number = from; number <= upTo && read < mostRead; number += 1n) {
    numbers.push(number);
    if (known.has(number)) continue;
    read += 1;
    end = numbers.length;
  }
  return numbers.slice(0, end);
}
