import { createHash } from 'node:crypto';
import type { Hash } from 'viem';
import type { TransactionOutcome } from './transaction-outcome.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** One block in the form that nodes show. */
export interface TronBlock {
  readonly number: number;
  /** The block number in 8 bytes, then the engine's hash without its first 8 bytes; with `0x`. */
  readonly id: Hash;
  readonly parentId: Hash;
  /** Unix milliseconds, strictly increasing. */
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

/** The node's data: the current chain and the mempool. */
export interface ChainRecord {
  /** The number of blocks, which is also the next block's number. */
  length(): number;
  head(): TronBlock;
  /** The latest final block. */
  solid(): TronBlock;
  block(number: number): TronBlock | undefined;
  blockById(id: Hash): TronBlock | undefined;
  /** Adds the next block, and removes its transactions from the mempool. */
  append(block: TronBlock): void;
  /** Removes the newest blocks. @returns their transactions, in order */
  cutFrom(number: number): readonly TronTransaction[];
  inclusion(id: Hash): Inclusion | undefined;
  pending(): readonly TronTransaction[];
  /** Replaces the mempool. */
  setPending(transactions: readonly TronTransaction[]): void;
  /** Whether the transaction is in a block or in the mempool. */
  knows(id: Hash): boolean;
  /** Stores the engine's hash of a transaction. */
  nameAtEngine(engineHash: Hash, transaction: TronTransaction): void;
  /** @returns undefined if the transaction did not come from the node */
  namedAtEngine(engineHash: Hash): TronTransaction | undefined;
}

/** @param finalityDepth blocks from the solid one to the head */
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

/**
 * The id of block 0. The engine's first block is new at each start, but a network is known by this
 * id: a Ferryman tells the sandbox from networks whose coins have value by it.
 */
const GENESIS_ID: Hash = `0x${'0'.repeat(16)}${createHash('sha256')
  .update('ferryman sandbox TRON')
  .digest('hex')
  .slice(0, 48)}`;

/** The id of a block from its number and hash. @param engineHash the block's hash in the engine */
export function blockIdOf(number: number, engineHash: Hash): Hash {
  if (number === 0) return GENESIS_ID;
  return `0x${number.toString(16).padStart(16, '0')}${engineHash.slice(18)}`;
}
