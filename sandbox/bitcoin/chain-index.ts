import { Buffer } from 'node:buffer';
import type { Block } from './block.ts';
import {
  type Outpoint,
  outpointKey,
  outpointsOf,
  type ResolvedTransaction,
} from './resolved-transaction.ts';

/** A transaction with its block. */
export interface IncludedTransaction {
  readonly transaction: ResolvedTransaction;
  readonly block: Block;
}

/** Index of blocks, transactions, spends and scripts. */
export interface ChainIndex {
  tip(): Block | undefined;
  atHeight(height: number): Block | undefined;
  /** Includes replaced blocks. */
  byHash(hash: string): Block | undefined;
  find(txid: string): IncludedTransaction | undefined;
  /** Finds a transaction in replaced blocks: in the last one that had it. */
  findReplaced(txid: string): IncludedTransaction | undefined;
  /** The included transaction that spends an output. */
  spenderOf(outpoint: Outpoint): IncludedTransaction | undefined;
  /** Adds a block at the tip. */
  append(block: Block): void;
  /** Removes the newest block. */
  takeBack(): Block | undefined;
  /** Indexes the scripts that a transaction pays to and from. */
  noteScripts(transaction: ResolvedTransaction): void;
  /** All indexed transactions that pay to or from a script. */
  noted(outputScript: Uint8Array): readonly string[];
}

export function createChainIndex(): ChainIndex {
  const blocks: Block[] = [];
  const byHash = new Map<string, Block>();
  const included = new Map<string, IncludedTransaction>();
  const replaced = new Map<string, IncludedTransaction>();
  const spenders = new Map<string, IncludedTransaction>();
  const byScript = new Map<string, Set<string>>();

  const noteScripts = ({ txid, wire, spent }: ResolvedTransaction): void => {
    for (const { script } of [...wire.outs, ...spent]) {
      const key = Buffer.from(script).toString('hex');
      const txids = byScript.get(key) ?? new Set();
      byScript.set(key, txids.add(txid));
    }
  };

  return {
    tip: () => blocks.at(-1),
    atHeight: (height) => blocks[height],
    byHash: (hash) => byHash.get(hash),
    find: (txid) => included.get(txid),
    findReplaced: (txid) => replaced.get(txid),
    spenderOf: (outpoint) => spenders.get(outpointKey(outpoint)),
    append(block) {
      blocks.push(block);
      byHash.set(block.hash, block);
      for (const transaction of block.transactions) {
        const place = { transaction, block };
        included.set(transaction.txid, place);
        for (const outpoint of outpointsOf(transaction.wire))
          spenders.set(outpointKey(outpoint), place);
        noteScripts(transaction);
      }
    },
    takeBack() {
      const block = blocks.pop();
      for (const { txid, wire } of block?.transactions ?? []) {
        const place = included.get(txid);
        if (place !== undefined) replaced.set(txid, place);
        included.delete(txid);
        for (const outpoint of outpointsOf(wire)) spenders.delete(outpointKey(outpoint));
      }
      return block;
    },
    noteScripts,
    noted: (outputScript) => [...(byScript.get(Buffer.from(outputScript).toString('hex')) ?? [])],
  };
}
