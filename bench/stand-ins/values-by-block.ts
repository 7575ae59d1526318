/** Number of blocks of history. Nodes keep 128 states. */
const storedBlocks = 1_024;

/** A number per account, such as a balance, with its values at earlier blocks. */
export interface ValuesByBlock {
  /** Default: the newest value. */
  at(account: string, block?: number): bigint;
  set(account: string, block: number, value: bigint): void;
}

interface History {
  blocks: number[];
  values: bigint[];
}

/** @param initial the value of an account that never changed */
export function createValuesByBlock(initial: (account: string) => bigint): ValuesByBlock {
  const histories = new Map<string, History>();
  return {
    at(account, block) {
      const history = histories.get(account);
      if (!history) return initial(account);
      const { blocks, values } = history;
      // Most requests are about the newest blocks, so the search begins there.
      for (let index = blocks.length - 1; index >= 0; index -= 1) {
        if (block === undefined || (blocks[index] ?? 0) <= block) return values[index] ?? 0n;
      }
      return initial(account);
    },
    set(account, block, value) {
      const history = histories.get(account) ?? { blocks: [], values: [] };
      histories.set(account, history);
      const { blocks, values } = history;
      if (blocks.at(-1) === block) {
        values[values.length - 1] = value;
        return;
      }
      blocks.push(block);
      values.push(value);
      if (blocks.length > 2 * storedBlocks) {
        blocks.splice(0, storedBlocks);
        values.splice(0, storedBlocks);
      }
    },
  };
}
