import type { Hash } from 'viem';
import type { TransactionOutcome } from './transaction-outcome.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** One block, as nodes show it. */
export interface TronBlock {
  readonly number: number;
  /** The number in 8 bytes, then all but the first 8 bytes of the engine's hash; with `0x`. */
  readonly id: Hash;
  readonly parentId: Hash;
  /** Unix milliseconds; each block is later than the one before. */
  readonly timestamp: number;
  readonly transactions: readonly Included[];
}

/** A transaction in a block. */
export interface Included {
  readonly transaction: TronTransaction;
  readonly engineHash: Hash;
  readonly outcome: TransactionOutcome;
}

export interface Inclusion extends Included {
  readonly block: TronBlock;
}

/** What the node knows: the chain as it is at this moment, and what waits for a block. */
export interface ChainRecord {
  /** How many blocks there are; the next one's number. */
  length(): number;
  head(): TronBlock;
  /** The latest block that cannot be replaced any more. */
  solid(): TronBlock;
  block(number: number): TronBlock | undefined;
  blockById(id: Hash): TronBlock | undefined;
  /** Adds the next block. What is in it waits no longer. */
  append(block: TronBlock): void;
  /** Takes the newest blocks away. @returns what was in them, in order */
  cutFrom(number: number): readonly TronTransaction[];
  inclusion(id: Hash): Inclusion | undefined;
  pending(): readonly TronTransaction[];
  /** Replaces all that waits. */
  setPending(transactions: readonly TronTransaction[]): void;
  /** Whether it is in a block or waits for one. */
  knows(id: Hash): boolean;
  /** Remembers under which hash the engine has a transaction. */
  nameAtEngine(engineHash: Hash, transaction: TronTransaction): void;
  /** @returns undefined if the transaction is none of the node's */
  namedAtEngine(engineHash: Hash): TronTransaction | undefined;
}

/** @param finalityDepth blocks between the solid one and the head */
export function createChainRecord(finalityDepth: number): ChainRecord {
  const blocks: TronBlock[] = [];
  const inclusions = new Map<Hash, Inclusion>();
  const named = new Map<Hash, TronTransaction>();
  let pending: readonly TronTransaction[] = [];

  const at = (index: number): TronBlock => {
    const block = blocks[Math.max(0, index)];
    if (block === undefined) throw new Error('The chain was read before it had a block.');
    return block;
  };

  return {
    length: () => blocks.length,
    head: () => at(blocks.length - 1),
    solid: () => at(blocks.length - 1 - finalityDepth),
    block: (number) => blocks[number],
    blockById: (id) => {
      const block = blocks[Number(BigInt(id.slice(0, 18)))];
      return block?.id === id ? block : undefined;
    },
    append(block) {
      blocks.push(block);
      for (const included of block.transactions)
        inclusions.set(included.transaction.id, { ...included, block });
      pending = pending.filter(({ id }) => !inclusions.has(id));
    },
    cutFrom(number) {
      const cut = blocks.splice(number).flatMap(({ transactions }) => transactions);
      for (const { transaction } of cut) inclusions.delete(transaction.id);
      return cut.map(({ transaction }) => transaction);
    },
    inclusion: (id) => inclusions.get(id),
    pending: () => pending,
    setPending: (transactions) => {
      pending = transactions;
    },
    knows: (id) => inclusions.has(id) || pending.some((transaction) => transaction.id === id),
    nameAtEngine: (engineHash, transaction) => {
      named.set(engineHash, transaction);
    },
    namedAtEngine: (engineHash) => named.get(engineHash),
  };
}

/** How a block is referred to by number and hash. @param engineHash the block's at the engine */
export function blockIdOf(number: number, engineHash: Hash): Hash {
  return `0x${number.toString(16).padStart(16, '0')}${engineHash.slice(18)}`;
}
