import type { Block } from '../block.ts';
import type { Blockchain } from '../blockchain.ts';
import type { Outpoint, ResolvedTransaction } from '../resolved-transaction.ts';

/** A transaction as a node sees it. */
export interface SeenTransaction {
  readonly transaction: ResolvedTransaction;
  /** Undefined while it waits, as far as this node knows. */
  readonly block: Block | undefined;
}

/** What one node knows of the chain: all of it, or all but the newest blocks. */
export interface NodeView {
  tip(): Block;
  atHeight(height: number): Block | undefined;
  /** `isBest`: in the branch that counts. */
  byHash(hash: string): { readonly block: Block; readonly isBest: boolean } | undefined;
  find(txid: string): SeenTransaction | undefined;
  spenderOf(outpoint: Outpoint): SeenTransaction | undefined;
  /** What pays to or from a script, the newest first, and before all what waits. */
  history(outputScript: Uint8Array): readonly SeenTransaction[];
  /** What waits. */
  waiting(): readonly ResolvedTransaction[];
}

/**
 * @param blocksBehind how many of the newest blocks the node has not seen yet; what is in them
 * waits, as it sees things
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
    // A miner's own transaction comes with its block, and not before.
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
