import {
  type Outpoint,
  outpointKey,
  outpointsOf,
  type ResolvedTransaction,
} from './resolved-transaction.ts';

/**
 * The unconfirmed transactions. A descendant spends an output of a transaction, directly or not.
 */
export interface Mempool {
  get(txid: string): ResolvedTransaction | undefined;
  /** In order of arrival. */
  all(): readonly ResolvedTransaction[];
  spenderOf(outpoint: Outpoint): ResolvedTransaction | undefined;
  add(transaction: ResolvedTransaction): void;
  /** Removes only these. Their descendants stay, as after a block that includes these. */
  remove(transactions: readonly ResolvedTransaction[]): void;
  /** The unconfirmed ancestors of any transaction, itself excluded. */
  ancestorsOf(transaction: ResolvedTransaction): readonly ResolvedTransaction[];
  /** The descendants of a transaction, itself excluded. */
  descendantsOf(transaction: ResolvedTransaction): readonly ResolvedTransaction[];
}

export function createMempool(): Mempool {
  const transactions = new Map<string, ResolvedTransaction>();
  const spenders = new Map<string, ResolvedTransaction>();

  const parentsOf = ({ spent }: ResolvedTransaction) =>
    spent.flatMap(({ txid }) => {
      const parent = transactions.get(txid);
      return parent === undefined ? [] : [parent];
    });

  const childrenOf = ({ txid, wire }: ResolvedTransaction) =>
    wire.outs.flatMap((_, vout) => {
      const child = spenders.get(outpointKey({ txid, vout }));
      return child === undefined ? [] : [child];
    });

  return {
    get: (txid) => transactions.get(txid),
    all: () => [...transactions.values()],
    spenderOf: (outpoint) => spenders.get(outpointKey(outpoint)),
    add(transaction) {
      transactions.set(transaction.txid, transaction);
      for (const outpoint of outpointsOf(transaction.wire))
        spenders.set(outpointKey(outpoint), transaction);
    },
    remove(removed) {
      for (const { txid, wire } of removed) {
        if (!transactions.delete(txid)) continue;
        for (const outpoint of outpointsOf(wire)) spenders.delete(outpointKey(outpoint));
      }
    },
    ancestorsOf: (transaction) => follow(transaction, parentsOf),
    descendantsOf: (transaction) => follow(transaction, childrenOf),
  };
}

/** Everything reachable from one transaction, itself excluded. */
function follow(
  from: ResolvedTransaction,
  next: (transaction: ResolvedTransaction) => readonly ResolvedTransaction[],
): ResolvedTransaction[] {
  const found = new Map<string, ResolvedTransaction>();
  const unread = [...next(from)];
  for (let transaction = unread.pop(); transaction !== undefined; transaction = unread.pop()) {
    if (found.has(transaction.txid)) continue;
    found.set(transaction.txid, transaction);
    unread.push(...next(transaction));
  }
  return [...found.values()];
}
