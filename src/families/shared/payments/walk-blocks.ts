import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../endpoints/map-bounded.ts';

/** Blocks that one look reads: each is a question of its own. What is later is for the next one. */
export const blocksPerLook = 200;
/** Blocks that are kept while they are not final; rollups have some thousands of these. */
const maxStored = 10_000;
/** And of the newest final ones: not all targets are looked at at the same time. */
const finalStored = 50n;

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
   * The blocks of one chain from a number on, in their order, up to another, or as far as the reach
   * leads and the endpoint answers. At least one: throws what reading the first one throws, and
   * `RPC_UNAVAILABLE` where the chain has changed meanwhile.
   */
  read(endpoint: Endpoint, range: { from: bigint; upTo: bigint; final: bigint }): Promise<Block[]>;
}

/**
 * Goes through blocks one by one where no index tells what is in them. Those that are not final are
 * gone through again and again, so they are kept, and for a while after. The last one is always
 * read anew, and what was kept counts only as long as it leads there by the hashes of the parents.
 */
export function createBlockWalk<Block extends LinkedBlock, Endpoint>(
  readBlock: (endpoint: Endpoint, number: bigint, isFinal: boolean) => Promise<Block>,
): BlockWalk<Block, Endpoint> {
  const kept = new Map<bigint, Block>();

  function keep(blocks: readonly Block[], final: bigint): void {
    const oldest = final - finalStored;
    for (const number of kept.keys()) if (number <= oldest) kept.delete(number);
    for (const block of blocks) {
      const hasRoom = kept.size < maxStored || kept.has(block.number);
      if (block.number > oldest && block.isWhole && hasRoom) kept.set(block.number, block);
    }
  }

  return {
    reach: () => BigInt(blocksPerLook + kept.size),
    async read(endpoint, { from, upTo, final }) {
      const fresh = new Map<bigint, Block>();
      let fault: FerrymanError | undefined;
      for (;;) {
        const known = new Map([...kept].filter(([number]) => number < upTo && !fresh.has(number)));
        const reached = numbersBetween(from, upTo, known);
        const missing = reached.filter((number) => !known.has(number) && !fresh.has(number));
        await mapBounded(missing, async (number) => {
          // Whatever is missing, the blocks before it need not be read again for that.
          if (fault) return;
          try {
            fresh.set(number, await readBlock(endpoint, number, number <= final));
          } catch (error) {
            if (!(error instanceof FerrymanError)) throw error;
            fault ??= error;
          }
        });
        const blocks = unbroken(reached, fresh, known);
        if (blocks.length === 0 && fault) throw fault;
        const broken = blocks.find(
          ({ parentHash }, target) => target > 0 && blocks[target - 1]?.hash !== parentHash,
        );
        if (!broken) {
          keep(blocks, final);
          return blocks;
        }
        const old = [broken.number - 1n, broken.number].filter((number) => known.has(number));
        if (old.length === 0) {
          throw new FerrymanError(
            'RPC_UNAVAILABLE',
            `block ${broken.number} was replaced while blocks were read`,
          );
        }
        for (const number of old) kept.delete(number);
      }
    },
  };
}

/** So many that no more are to be read than one walk may. */
function numbersBetween(from: bigint, upTo: bigint, known: ReadonlyMap<bigint, unknown>): bigint[] {
  const numbers: bigint[] = [];
  let read = 0;
  for (let number = from; number <= upTo && read < blocksPerLook; number += 1n) {
    numbers.push(number);
    if (!known.has(number)) read += 1;
  }
  return numbers;
}

/**
 * Up to the first that is missing. Ends with one that was read: it is the newest that says which of
 * the others are still of the chain.
 */
function unbroken<Block>(
  numbers: readonly bigint[],
  fresh: ReadonlyMap<bigint, Block>,
  known: ReadonlyMap<bigint, Block>,
): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const number of numbers) {
    const block = fresh.get(number) ?? known.get(number);
    if (!block) break;
    blocks.push(block);
    if (fresh.has(number)) end = blocks.length;
  }
  return blocks.slice(0, end);
}
