import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../endpoints/map-bounded.ts';

/** Maximum blocks that one scan reads. Each is a request of its own. */
export const maxBlocksPerScan = 200;
/** Maximum stored blocks that are not final. Rollups have some thousands of these. */
const maxStored = 10_000;
/** Final blocks that stay stored: not all targets are scanned at the same time. */
const finalStored = 50n;

interface LinkedBlock {
  number: bigint;
  hash: string;
  parentHash: string;
  /** Whether the endpoint returned all of the block's data. */
  isWhole: boolean;
}

export interface BlockWalk<Block, Endpoint> {
  /** Blocks that one walk can cover: those that it may read, plus the stored ones. */
  reach(): bigint;
  /**
   * Consecutive blocks of one chain from `from` to `upTo`, as far as the reach and the endpoint
   * allow, but at least one. Throws the error of the first block, or `RPC_UNAVAILABLE` if the chain
   * changed meanwhile.
   */
  read(endpoint: Endpoint, range: { from: bigint; upTo: bigint; final: bigint }): Promise<Block[]>;
}

/**
 * Reads blocks one by one for data without an index. Blocks that are not final are scanned
 * repeatedly, so they are stored until some time after. The last block is always read again. Stored
 * blocks count only if their hashes lead to it.
 */
export function createBlockWalk<Block extends LinkedBlock, Endpoint>(
  readBlock: (endpoint: Endpoint, number: bigint, isFinal: boolean) => Promise<Block>,
): BlockWalk<Block, Endpoint> {
  const stored = new Map<bigint, Block>();

  function store(blocks: readonly Block[], final: bigint): void {
    const oldest = final - finalStored;
    for (const number of stored.keys()) if (number <= oldest) stored.delete(number);
    for (const block of blocks) {
      const hasRoom = stored.size < maxStored || stored.has(block.number);
      if (block.number > oldest && block.isWhole && hasRoom) stored.set(block.number, block);
    }
  }

  return {
    reach: () => BigInt(maxBlocksPerScan + stored.size),
    async read(endpoint, { from, upTo, final }) {
      const fresh = new Map<bigint, Block>();
      let fault: FerrymanError | undefined;
      for (;;) {
        const cached = new Map(
          [...stored].filter(([number]) => number < upTo && !fresh.has(number)),
        );
        const reached = numbersBetween(from, upTo, cached);
        const missing = reached.filter((number) => !cached.has(number) && !fresh.has(number));
        await mapBounded(missing, async (number) => {
          // After a fault, the blocks before it are enough.
          if (fault) return;
          try {
            fresh.set(number, await readBlock(endpoint, number, number <= final));
          } catch (error) {
            if (!(error instanceof FerrymanError)) throw error;
            fault ??= error;
          }
        });
        const blocks = unbroken(reached, fresh, cached);
        if (blocks.length === 0 && fault) throw fault;
        const broken = blocks.find(
          ({ parentHash }, target) => target > 0 && blocks[target - 1]?.hash !== parentHash,
        );
        if (!broken) {
          store(blocks, final);
          return blocks;
        }
        const old = [broken.number - 1n, broken.number].filter((number) => cached.has(number));
        if (old.length === 0) {
          throw new FerrymanError(
            'RPC_UNAVAILABLE',
            `block ${broken.number} was replaced while blocks were read`,
          );
        }
        for (const number of old) stored.delete(number);
      }
    },
  };
}

/** As many numbers as fit without reading more than one scan may. */
function numbersBetween(
  from: bigint,
  upTo: bigint,
  cached: ReadonlyMap<bigint, unknown>,
): bigint[] {
  const numbers: bigint[] = [];
  let read = 0;
  for (let number = from; number <= upTo && read < maxBlocksPerScan; number += 1n) {
    numbers.push(number);
    if (!cached.has(number)) read += 1;
  }
  return numbers;
}

/**
 * The blocks up to the first missing one. The last one must be freshly read: it proves that the
 * others are still on the chain.
 */
function unbroken<Block>(
  numbers: readonly bigint[],
  fresh: ReadonlyMap<bigint, Block>,
  cached: ReadonlyMap<bigint, Block>,
): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const number of numbers) {
    const block = fresh.get(number) ?? cached.get(number);
    if (!block) break;
    blocks.push(block);
    if (fresh.has(number)) end = blocks.length;
  }
  return blocks.slice(0, end);
}
