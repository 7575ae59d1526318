import type { Address } from '@ton/core';
import { createMutex } from '../chains/create-mutex.ts';
import {
  type Reorganization,
  type ReorganizeOptions,
  requireReplaceable,
} from '../chains/reorganization.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Account } from './account.ts';
import { createAccountHistory, type Inclusion } from './account-history.ts';
import { type Block, blockHashes } from './block.ts';
import type { Engine, Execution } from './engine.ts';
import type { ExternalMessage } from './external-message.ts';
import { createMessagePool } from './message-pool.ts';
import { produceBlock } from './produce-block.ts';

interface BlockchainOptions {
  readonly engine: Engine;
  /** Blocks from the newest final one to the newest one. */
  readonly finalityDepth: number;
  /** Accounts of the first block, by raw address. */
  readonly genesis: ReadonlyMap<string, Account>;
}

/** The trace of an external message so far. */
export interface Trace {
  /** In order of execution. The first is that of the message itself. */
  readonly inclusions: readonly Inclusion[];
  /** Whether none of its messages is in transit. */
  readonly isComplete: boolean;
}

/**
 * A chain of blocks over accounts, with inclusion rules and past states. It does no waiting; blocks
 * come only from `produce`.
 */
export interface Blockchain {
  readonly engine: Engine;
  /** The block with the genesis accounts. */
  first(): Block;
  /** The newest block. */
  head(): Block;
  /** The newest final block. */
  finalHead(): Block;
  at(seqno: number): Block | undefined;
  readAccount(address: Address, at: Block): Account;
  /** An account's transactions up to a block, newest first. */
  transactions(address: Address, at: Block): readonly Inclusion[];
  /** @returns undefined while no block has the message. @param hash normalized, in base64 */
  trace(hash: string): Trace | undefined;
  /** @returns undefined while no block has the transaction. @param hash in base64 */
  findTransaction(hash: string): Inclusion | undefined;
  /** Simulates a message in the next block. */
  tryMessage(
    message: ExternalMessage,
    at: Block,
    options?: { readonly ignoreSignature: boolean },
  ): Promise<Execution>;
  /** Adds a message to the pool without a check. */
  submit(message: ExternalMessage): void;
  isPending(message: ExternalMessage): boolean;
  /**
   * Produces the next block.
   * @param isStalled excludes all messages, external and from other blocks
   */
  produce(options?: { readonly isStalled: boolean }): Promise<Block>;
  /**
   * Replaces the newest blocks by as many empty ones. Messages are named by their normalized
   * hashes.
   *
   * No block of TON's masterchain is ever replaced. What happens there is that a node shows a block
   * of a shard, and the masterchain then takes another one instead. Here each block stands for
   * both, so what can be taken back are blocks that are not `finalityDepth` deep, as on the other
   * chains of the sandbox. What was on its way before them still arrives.
   * @throws {SandboxError} `bad-request` if that would reach final blocks, or the first one
   */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
}

/**
 * The block before it has the genesis accounts. About the main network's numbers in its first year.
 */
const FIRST_SEQNO = 1_000_000;
/** The logical times of a block begin at a multiple of this: `block::LtAlign` of the nodes. */
const LT_ALIGN = 1_000_000n;

export function createBlockchain({
  engine,
  finalityDepth,
  genesis,
}: BlockchainOptions): Blockchain {
  const blocks: Block[] = [];
  const accounts = createAccountHistory();
  const pool = createMessagePool();
  const inTurn = createMutex();
  /** By the normalized hash of the external message. */
  const traces = new Map<string, Inclusion[]>();
  const byHash = new Map<string, Inclusion>();
  /** Never decreases, so that transactions repeated after a reorganization have other hashes. */
  let startLt = LT_ALIGN;

  const head = (): Block => {
    const block = blocks.at(-1);
    if (block === undefined)
      throw new SandboxError('engine-failed', 'The chain has no first block.');
    return block;
  };

  const time = (): number =>
    Math.max(Math.floor(Date.now() / 1_000), blocks.at(-1)?.unixSeconds ?? 0);

  const append = (block: Block, changed: ReadonlyMap<string, Account>): void => {
    blocks.push(block);
    accounts.append(block, changed);
    for (const included of block.transactions) {
      const { normalizedHash } = included.origin;
      traces.set(normalizedHash, [...(traces.get(normalizedHash) ?? []), { block, included }]);
      byHash.set(included.transaction.hash, { block, included });
    }
    startLt = (block.endLt / LT_ALIGN + 1n) * LT_ALIGN;
  };

  const takeBack = (): Block => {
    const block = head();
    blocks.pop();
    accounts.remove(block);
    for (const { origin, transaction } of block.transactions) {
      byHash.delete(transaction.hash);
      const kept = (traces.get(origin.normalizedHash) ?? []).filter(
        (inclusion) => inclusion.block !== block,
      );
      if (kept.length === 0) traces.delete(origin.normalizedHash);
      else traces.set(origin.normalizedHash, kept);
    }
    return block;
  };

  const emptyBlock = (seqno: number) => ({
    seqno,
    unixSeconds: time(),
    startLt,
    endLt: startLt + 1n,
    transactions: [],
    externals: [],
    inTransit: [],
  });

  const appendEmpty = (): void => {
    const { seqno, inTransit } = head();
    const hashes = blockHashes(`empty ${seqno + 1} after ${startLt}`);
    append({ ...emptyBlock(seqno + 1), ...hashes, inTransit }, new Map());
  };

  const produce = async (): Promise<Block> => {
    const previous = head();
    const unixSeconds = time();
    const { block, changed, refused } = await produceBlock(engine, {
      seqno: previous.seqno + 1,
      unixSeconds,
      startLt,
      arriving: previous.inTransit,
      externals: pool.waiting(unixSeconds),
      readAccount: (address) => accounts.read(address, previous),
    });
    append(block, changed);
    for (const message of block.externals) pool.remove(message);
    for (const message of refused) pool.postpone(message);
    return block;
  };

  append({ ...emptyBlock(FIRST_SEQNO), ...blockHashes('ferryman sandbox TON') }, genesis);

  return {
    engine,
    first: () => blocks[0] ?? head(),
    head,
    finalHead: () => blocks[Math.max(0, blocks.length - 1 - finalityDepth)] ?? head(),
    at: (seqno) => blocks[seqno - FIRST_SEQNO],
    readAccount: accounts.read,
    transactions: accounts.transactions,
    trace(hash) {
      const inclusions = traces.get(hash);
      if (inclusions === undefined) return undefined;
      const isComplete = head().inTransit.every(({ origin }) => origin.normalizedHash !== hash);
      return { inclusions, isComplete };
    },
    findTransaction: (hash) => byHash.get(hash),
    tryMessage: (message, at, options) =>
      engine.execute(
        accounts.read(message.destination, at),
        message.cell,
        { unixSeconds: time(), lt: startLt },
        options,
      ),
    submit: (message) => pool.add(message, time()),
    isPending: pool.has,
    produce: (options) =>
      inTurn(async () => {
        if (options?.isStalled !== true) return produce();
        appendEmpty();
        return head();
      }),
    reorganize: ({ depth, drop }) =>
      inTurn(async () => {
        requireReplaceable(BigInt(head().seqno), depth, {
          finalityDepth,
          firstBlock: BigInt(FIRST_SEQNO + 1),
        });
        const replaced = Array.from({ length: depth }, takeBack).reverse();
        for (const _ of replaced) appendEmpty();
        const removed = replaced.flatMap(({ externals }) => externals);
        if (!drop) pool.putBack(removed, time());
        const hashes = removed.map(({ normalizedHash }) => normalizedHash);
        return {
          from: BigInt(replaced[0]?.seqno ?? 0),
          removed: hashes,
          returned: drop ? [] : hashes,
        };
      }),
  };
}
