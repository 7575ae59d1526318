import type { Block } from '../block.ts';
import type { Blockchain } from '../blockchain.ts';
import type { Outpoint, ResolvedTransaction } from '../resolved-transaction.ts';

/** A transaction in the view of a node. */
export interface SeenTransaction {
  readonly transaction: ResolvedTransaction;
  /** Undefined if it is unconfirmed in the node's view. */
  readonly block: Block | undefined;
}

/** One node's view of the chain, which may lack the newest blocks. */
export interface NodeView {
  tip(): Block;
  atHeight(height: number): Block | undefined;
  /** `isBest`: whether the block is in the best chain. */
  byHash(hash: string): { readonly block: Block; readonly isBest: boolean } | undefined;
  find(txid: string): SeenTransaction | undefined;
  spenderOf(outpoint: Outpoint): SeenTransaction | undefined;
  /** Transactions that pay to or from a script: unconfirmed ones first, then newest first. */
  history(outputScript: Uint8Array): readonly SeenTransaction[];
  /** The unconfirmed transactions. */
  waiting(): readonly ResolvedTransaction[];
}

/**
 * @param blocksBehind how many of the newest blocks the node does not have yet. Their transactions
 *   are unconfirmed in its view.
 */
export function viewChain({ index, mempool, tip }: Blockchain, blocksBehind: number): NodeView {
  const height = Math.max(0, tip().height - blocksBehind);

  const seen = (transaction: ResolvedTransaction, block?: Block): SeenTransaction => ({
    transaction,
    block: block !== undefined && block.height <= height ? block : undefined,
  });

  const find = (txid: string): SeenTransaction | undefined => {
    const included = index.find(txid);
    if (included === undefined) {
      const transaction = mempool.get(txid);
      return transaction === undefined ? undefined : seen(transaction);
    }
    const found = seen(included.transaction, included.block);
    // A coinbase exists only within its block.
    return found.block === undefined && included.transaction.wire.isCoinbase() ? undefined : found;
  };

  return {
    tip: () => index.atHeight(height) ?? tip(),
    atHeight: (wanted) => (wanted <= height ? index.atHeight(wanted) : undefined),
    byHash(hash) {
      const block = index.byHash(hash);
      if (block === undefined || block.height > height) return undefined;
      return { block, isBest: index.atHeight(block.height) === block };
    },
    find,
    spenderOf(outpoint) {
      const included = index.spenderOf(outpoint);
      if (included !== undefined) return seen(included.transaction, included.block);
      const transaction = mempool.spenderOf(outpoint);
      return transaction === undefined ? undefined : seen(transaction);
    },
    history: (outputScript) =>
      index
        .noted(outputScript)
        .flatMap((txid) => find(txid) ?? [])
        .reverse()
        .sort((one, other) => heightOf(other) - heightOf(one)),
    waiting() {
      const unseen = Array.from({ length: tip().height - height }, (_, age) =>
        index.atHeight(height + 1 + age),
      );
      return [...unseen.flatMap((block) => block?.transactions.slice(1) ?? []), ...mempool.all()];
    },
  };
}

function heightOf({ block }: SeenTransaction): number {
  return block?.height ?? Number.MAX_SAFE_INTEGER;
}
