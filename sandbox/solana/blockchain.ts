import { randomBytes } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import { encodeBase58 } from '../base58.ts';
import {
  type Reorganization,
  type ReorganizeOptions,
  requireReplaceable,
} from '../chains/reorganization.ts';
import { SandboxError } from '../sandbox-error.ts';
import { type Block, type Commitment, MOST_BLOCKHASH_AGE } from './block.ts';
import type { AccountState, Engine, SimulatedOutcome } from './engine.ts';
import {
  type ExecutedTransaction,
  executeTransaction,
  type PastAccounts,
} from './execute-transaction.ts';
import type { ParsedTransaction } from './parse-transaction.ts';
import type { TransactionError } from './transaction-error.ts';
import { transactionFee } from './transaction-fee.ts';

export interface BlockchainOptions {
  readonly engine: Engine;
  /** Blocks from the newest final one to the newest one. */
  readonly finalityDepth: number;
  readonly genesisHash: string;
}

/** The position of a transaction in the chain. */
export interface Inclusion {
  readonly block: Block;
  readonly executed: ExecutedTransaction;
}

/**
 * A chain of blocks over the engine's accounts, with inclusion rules and past states. It does no
 * waiting; blocks come only from `produce`.
 */
export interface Blockchain {
  readonly genesisHash: string;
  readonly engine: Engine;
  /** The newest block of this commitment. */
  head(commitment: Commitment): Block;
  atHeight(height: number): Block | undefined;
  /** @returns undefined if the slot has no block in the chain */
  atSlot(slot: number): Block | undefined;
  find(signature: string): Inclusion | undefined;
  /** The state of an account after a block that is not older than the last final one. */
  readAccount(address: PublicKey, at: Block): AccountState | undefined;
  /** All accounts of a program after a block that is not older than the last final one. */
  addressesOwnedBy(program: PublicKey, at: Block): readonly PublicKey[];
  /** Whether the next block after `at` may include a transaction with this blockhash. */
  isRecent(blockhash: string, at: Block): boolean;
  /** Why the block after `at` cannot include the transaction, apart from its execution. */
  refusal(transaction: ParsedTransaction, at: Block): TransactionError | undefined;
  simulate(
    transaction: ParsedTransaction,
    at: Block,
    options: { readonly verifySignatures: boolean },
  ): SimulatedOutcome;
  /**
   * Adds a transaction to the pool. It is tried in `tries` blocks at most, while its blockhash is
   * recent.
   */
  submit(transaction: ParsedTransaction, tries?: number): void;
  isPending(signature: string): boolean;
  /** Makes a transaction fail in its block. Undefined: none. */
  letFail(signature: string | undefined): void;
  /**
   * Produces the next block.
   * @param computeUnitPrice the minimum bid for inclusion
   */
  produce(computeUnitPrice?: bigint): Block;
  /**
   * Replaces the newest blocks by as many empty ones.
   * @throws {SandboxError} `bad-request` if the depth reaches final blocks or the first one
   */
  reorganize(options: ReorganizeOptions): Reorganization<string>;
}

interface PendingTransaction {
  readonly transaction: ParsedTransaction;
  tries: number;
}

/** About the current slot numbers of the main network, and far above any block height here. */
const FIRST_SLOT = 447_552_000;
/** The block before it has the genesis accounts. */
const FIRST_BLOCK = 1n;
/** One slot in this many passes without a block. */
const SKIPPED_SLOT = 10;
/**
 * Number of slot hashes that programs can read. Solana has 512; nothing here needs them, and they
 * slow down each block.
 */
const SLOT_HASHES = 64;

/** Creates a chain whose first block has the engine's accounts. */
export function createBlockchain({
  engine,
  finalityDepth,
  genesisHash,
}: BlockchainOptions): Blockchain {
  const blocks: Block[] = [];
  const bySlot = new Map<number, Block>();
  const byBlockhash = new Map<string, Block>();
  const inclusions = new Map<string, Inclusion>();
  const byMessage = new Map<string, Block>();
  /** The previous states of what each non-final block changed, by height. */
  const undo = new Map<number, PastAccounts>();
  let pending = new Map<string, PendingTransaction>();
  let failing: string | undefined;

  const tip = (): Block => {
    const block = blocks.at(-1);
    if (block === undefined)
      throw new SandboxError('engine-failed', 'The chain has no first block.');
    return block;
  };

  const append = (block: Block): void => {
    blocks.push(block);
    bySlot.set(block.slot, block);
    byBlockhash.set(block.blockhash, block);
    for (const executed of block.transactions) {
      inclusions.set(executed.transaction.signature, { block, executed });
      byMessage.set(executed.transaction.messageHash, block);
    }
  };

  const isRecent = (blockhash: string, at: Block): boolean => {
    const named = byBlockhash.get(blockhash);
    return (
      named !== undefined &&
      named.height <= at.height &&
      at.height - named.height <= MOST_BLOCKHASH_AGE
    );
  };

  const refusal = (transaction: ParsedTransaction, at: Block): TransactionError | undefined => {
    if (!isRecent(transaction.blockhash, at)) return 'BlockhashNotFound';
    const processed = byMessage.get(transaction.messageHash);
    return processed !== undefined && processed.height <= at.height
      ? 'AlreadyProcessed'
      : undefined;
  };

  /** Includes one pending transaction in the current block, leaves it pending, or drops it. */
  const include = (waiting: PendingTransaction, leastPrice: bigint) => {
    const { transaction } = waiting;
    const { signature } = transaction;
    const isRefused = refusal(transaction, tip()) !== undefined;
    waiting.tries--;
    if (isRefused || waiting.tries === 0) pending.delete(signature);
    if (isRefused) return undefined;
    if (transactionFee(transaction.message).computeUnitPrice < leastPrice) return undefined;
    const execution = executeTransaction(engine, transaction, { mustFail: signature === failing });
    if (execution.kind === 'included' || execution.error === 'SignatureFailure')
      pending.delete(signature);
    return execution.kind === 'included' ? execution : undefined;
  };

  const make = (
    candidates: readonly PendingTransaction[],
    leastPrice: bigint,
    afterSlot: number,
  ): Block => {
    const slot = nextSlot(afterSlot);
    const unixSeconds = Math.max(Math.floor(Date.now() / 1_000), blocks.at(-1)?.unixSeconds ?? 0);
    engine.setTime({ slot, unixSeconds, slotHashes: blocks.slice(-SLOT_HASHES).reverse() });
    const transactions: ExecutedTransaction[] = [];
    const messages = new Set<string>();
    const before = new Map<string, AccountState | undefined>();
    for (const candidate of candidates) {
      if (messages.has(candidate.transaction.messageHash)) continue;
      const inclusion = include(candidate, leastPrice);
      if (inclusion === undefined) continue;
      messages.add(candidate.transaction.messageHash);
      transactions.push(inclusion.executed);
      for (const [address, state] of inclusion.before)
        if (!before.has(address)) before.set(address, state);
    }
    const bids = transactions.map(({ computeUnitPrice }) => computeUnitPrice);
    const [prioritizationFee = leastPrice] = bids.toSorted((one, other) => (one < other ? -1 : 1));
    const blockhash = encodeBase58(randomBytes(32));
    const block = {
      height: blocks.length,
      slot,
      blockhash,
      unixSeconds,
      transactions,
      prioritizationFee,
    };
    append(block);
    undo.set(block.height, before);
    undo.delete(block.height - finalityDepth);
    return block;
  };

  const takeBack = (): Block => {
    const block = tip();
    for (const [address, state] of undo.get(block.height) ?? [])
      engine.writeAccount(new PublicKey(address), state);
    for (const { transaction } of block.transactions) {
      inclusions.delete(transaction.signature);
      byMessage.delete(transaction.messageHash);
    }
    undo.delete(block.height);
    blocks.pop();
    bySlot.delete(block.slot);
    byBlockhash.delete(block.blockhash);
    return block;
  };

  /** The states after a block of all accounts that have changed since. */
  const accountsAsOf = (at: Block): PastAccounts => {
    const past = new Map<string, AccountState | undefined>();
    for (let height = tip().height; height > at.height; height--) {
      for (const [address, state] of undo.get(height) ?? []) past.set(address, state);
    }
    return past;
  };

  const readAccount = (address: PublicKey, at: Block): AccountState | undefined => {
    const key = address.toBase58();
    const past = accountsAsOf(at);
    return past.has(key) ? past.get(key) : engine.readAccount(address);
  };

  /** Restores all accounts to a block's state while `attempt` runs. */
  const asOf = <Result>(at: Block, attempt: () => Result): Result => {
    const past = [...accountsAsOf(at)].map(([key, then]) => ({
      address: new PublicKey(key),
      then,
    }));
    const changes = past.map(({ address, then }) => ({
      address,
      then,
      now: engine.readAccount(address),
    }));
    for (const { address, then } of changes) engine.writeAccount(address, then);
    try {
      return attempt();
    } finally {
      for (const { address, now } of changes) engine.writeAccount(address, now);
    }
  };

  make([], 0n, FIRST_SLOT - 1);
  return {
    genesisHash,
    engine,
    head(commitment) {
      const behind = { processed: 0, confirmed: 1, finalized: finalityDepth }[commitment];
      return blocks[Math.max(0, blocks.length - 1 - behind)] ?? tip();
    },
    atHeight: (height) => blocks[height],
    atSlot: (slot) => bySlot.get(slot),
    find: (signature) => inclusions.get(signature),
    readAccount,
    addressesOwnedBy: (program, at) => asOf(at, () => engine.addressesOwnedBy(program)),
    isRecent,
    refusal,
    simulate: (transaction, at, options) =>
      asOf(at, () => engine.simulate(transaction.bytes, options)),
    submit(transaction, tries = Number.POSITIVE_INFINITY) {
      if (!pending.has(transaction.signature))
        pending.set(transaction.signature, { transaction, tries });
    },
    isPending: (signature) => pending.has(signature),
    letFail(signature) {
      failing = signature;
    },
    produce: (computeUnitPrice = 0n) => make([...pending.values()], computeUnitPrice, tip().slot),
    reorganize({ depth, drop }) {
      requireReplaceable(BigInt(tip().height), depth, { finalityDepth, firstBlock: FIRST_BLOCK });
      let { slot } = tip();
      const replaced = Array.from({ length: depth }, takeBack).reverse();
      // On the new fork the slots of the replaced blocks passed without a block.
      for (const _ of replaced) ({ slot } = make([], 0n, slot));
      const removed = replaced.flatMap(({ transactions }) =>
        transactions.map(({ transaction }) => transaction),
      );
      const back = drop ? [] : removed.filter(({ blockhash }) => isRecent(blockhash, tip()));
      const returned = back.map((transaction) => ({
        transaction,
        tries: Number.POSITIVE_INFINITY,
      }));
      pending = new Map([
        ...returned.map((item) => [item.transaction.signature, item] as const),
        ...pending,
      ]);
      return {
        from: BigInt(replaced[0]?.height ?? 0),
        removed: removed.map(({ signature }) => signature),
        returned: back.map(({ signature }) => signature),
      };
    },
  };
}

function nextSlot(after: number): number {
  const slot = after + 1;
  return slot % SKIPPED_SLOT === SKIPPED_SLOT - 1 ? slot + 1 : slot;
}
