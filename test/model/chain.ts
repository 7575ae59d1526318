import type { ChainHead, Inclusion } from '../../src/core/swap/swap.ts';
import type { EvmFee } from '../../src/families/evm/formats/transaction.ts';

/*
 * One EVM account on one chain: its nonces, what nodes know of its transactions, and blocks down to
 * finality. Inclusion is decided by whoever mines: a transaction that a node has ever taken may be
 * included at any time as long as its nonce is next.
 */

/** Blocks on top of inclusion, as in `Chain`. Reorganizations are shallower than `proofDepth`. */
export const progressDepth = 1;
export const proofDepth = 3;

/** How much dearer a replacement must be, as in `Chain`. */
export const replacementBps = 1_250;

export interface Transaction {
  id: string;
  nonce: bigint;
  fee: EvmFee;
  /** The swap that it pays for; absent: it pays for none (a cancel, a stranger's). */
  pays?: number;
  isForeign?: true;
}

interface Block {
  hash: string;
  transactions: Transaction[];
}

interface Place {
  number: number;
  hash: string;
  succeeded: boolean;
}

export interface ModelChain {
  blocks: Block[];
  /** The account's next nonce at the newest block. */
  nonce: bigint;
  /** Every transaction that a node has ever taken. */
  known: Transaction[];
  /** What our endpoint shows as pending: one for each nonce. */
  pool: Map<bigint, Transaction>;
  included: Map<string, Place>;
  /** What a reorganization has ever taken out of its block. */
  takenBack: Set<string>;
  /** Counts blocks of all branches, so that no two have one hash. */
  mined: number;
}

const strangersFee: EvmFee = {
  family: 'evm',
  gasLimit: 1n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
};

export type SendAnswer = 'accepted' | 'already_known' | 'lease_used' | 'underpriced';

export function newChain(): ModelChain {
  const chain: ModelChain = {
    blocks: [],
    nonce: 0n,
    known: [],
    pool: new Map(),
    included: new Map(),
    takenBack: new Set(),
    mined: 0,
  };
  for (let height = 0; height <= proofDepth; height++) appendBlock(chain);
  return chain;
}

/**
 * Hands bytes to a node. A replacement must be dearer than what it replaces; a nonce that is used
 * up is refused.
 */
export function send(chain: ModelChain, transaction: Transaction): SendAnswer {
  const { id, nonce, fee } = transaction;
  const waiting = chain.pool.get(nonce);
  if (chain.included.has(id) || waiting?.id === id) return 'already_known';
  if (nonce < chain.nonce) return 'lease_used';
  if (waiting && !replaces(fee, waiting.fee)) return 'underpriced';
  chain.pool.set(nonce, transaction);
  if (!chain.known.some((known) => known.id === id)) chain.known.push(transaction);
  return 'accepted';
}

export interface Mining {
  /** `pool`: what our endpoint shows. `late`: rather one that it does not show, or no longer. */
  from: 'pool' | 'late';
  /**
   * Whether payments fail in this block: that depends on its state, so that the same bytes may
   * succeed in another one.
   */
  reverts: boolean;
}

/** Mines a block with every transaction whose turn it is. */
export function mine(chain: ModelChain, { from, reverts }: Mining): Block {
  const block = appendBlock(chain);
  for (let next = nextOf(chain, from); next; next = nextOf(chain, from)) {
    include(chain, block, next, !(reverts && next.pays !== undefined));
  }
  return block;
}

/** Mines a block without any of the account's transactions. */
export function mineNothing(chain: ModelChain): void {
  appendBlock(chain);
}

/**
 * Somebody else who has the key uses the account's next nonce, and keeps the bytes: a
 * reorganization does not undo that for good.
 */
export function mineStranger(chain: ModelChain): void {
  const transaction: Transaction = {
    id: `stranger-${chain.mined}`,
    nonce: chain.nonce,
    fee: strangersFee,
    isForeign: true,
  };
  chain.known.push(transaction);
  include(chain, appendBlock(chain), transaction, true);
}

/**
 * Replaces the newest blocks, at most `proofDepth - 1` of them, by one more that hold nothing of
 * ours. Their transactions return to the pool, or our endpoint has lost them.
 */
export function reorganize(chain: ModelChain, depth: number, keeps: boolean): void {
  const blocks = Math.min(depth, proofDepth - 1);
  for (let count = 0; count < blocks; count++) {
    const { transactions } = chain.blocks.pop()!;
    for (const transaction of transactions.reverse()) {
      chain.included.delete(transaction.id);
      chain.takenBack.add(transaction.id);
      chain.nonce = transaction.nonce;
      if (keeps) chain.pool.set(transaction.nonce, transaction);
    }
  }
  for (let count = 0; count <= blocks; count++) appendBlock(chain);
}

/** Our endpoint forgets what it has not seen included; other nodes may not. */
export function evict(chain: ModelChain): void {
  chain.pool.clear();
}

export function headOf({ blocks }: ModelChain): ChainHead {
  const latest = blocks.length - 1;
  return { latest: BigInt(latest), final: BigInt(latest - proofDepth) };
}

export function inclusionOf(chain: ModelChain, txId: string): Inclusion {
  const place = chain.included.get(txId);
  if (!place) return { status: isPending(chain, txId) ? 'pending' : 'unseen' };
  const { number, hash, succeeded } = place;
  const status = number < chain.blocks.length - proofDepth ? 'final' : 'included';
  return { status, block: { number: BigInt(number), hash }, succeeded, feePaid: 1n };
}

/** The account's next nonce at the final block. */
export function finalNonceOf({ blocks, nonce }: ModelChain): bigint {
  let final = nonce;
  for (let number = blocks.length - proofDepth; number < blocks.length; number++) {
    final -= BigInt(blocks[number]?.transactions.length ?? 0);
  }
  return final;
}

/** The transaction that has used a nonce, on the canonical chain. */
export function userOf({ blocks }: ModelChain, nonce: bigint): Transaction | undefined {
  for (const { transactions } of blocks) {
    const found = transactions.find((transaction) => transaction.nonce === nonce);
    if (found) return found;
  }
  return undefined;
}

/** The payments of a swap that have succeeded, on the canonical chain. */
export function landedPayments({ blocks, included }: ModelChain, swap: number): Transaction[] {
  const paying = blocks.flatMap(({ transactions }) =>
    transactions.filter(({ pays }) => pays === swap),
  );
  return paying.filter(({ id }) => included.get(id)?.succeeded);
}

function replaces(fee: EvmFee, earlier: EvmFee): boolean {
  const isHigher = (now: bigint, before: bigint): boolean =>
    now * 10_000n >= before * BigInt(10_000 + replacementBps);
  return (
    isHigher(fee.maxFeePerGas, earlier.maxFeePerGas) &&
    isHigher(fee.maxPriorityFeePerGas, earlier.maxPriorityFeePerGas)
  );
}

function isPending({ pool }: ModelChain, txId: string): boolean {
  for (const { id } of pool.values()) if (id === txId) return true;
  return false;
}

function nextOf(chain: ModelChain, from: Mining['from']): Transaction | undefined {
  const shown = chain.pool.get(chain.nonce);
  if (from === 'pool') return shown;
  return chain.known.find(({ nonce, id }) => nonce === chain.nonce && id !== shown?.id) ?? shown;
}

function include(
  chain: ModelChain,
  block: Block,
  transaction: Transaction,
  succeeded: boolean,
): void {
  block.transactions.push(transaction);
  chain.included.set(transaction.id, {
    number: chain.blocks.length - 1,
    hash: block.hash,
    succeeded,
  });
  chain.pool.delete(transaction.nonce);
  chain.nonce = transaction.nonce + 1n;
}

function appendBlock(chain: ModelChain): Block {
  const block: Block = { hash: `0x${chain.mined++}`, transactions: [] };
  chain.blocks.push(block);
  return block;
}
