import {
  type Outpoint,
  outpointKey,
  outpointsOf,
  type ResolvedTransaction,
} from './resolved-transaction.ts';

/** What waits for a block. Whatever spends an output of a transaction here is its descendant. */
export interface Mempool {
  get(txid: string): ResolvedTransaction | undefined;
  /** In the order in which they came. */
  all(): readonly ResolvedTransaction[];
  spenderOf(outpoint: Outpoint): ResolvedTransaction | undefined;
  add(transaction: ResolvedTransaction): void;
  /** Takes out these alone: their descendants stay, as they do when a block has these. */
  remove(transactions: readonly ResolvedTransaction[]): void;
  /** Those that a transaction needs, itself not included; also of one that is not here. */
  ancestorsOf(transaction: ResolvedTransaction): readonly ResolvedTransaction[];
  /** Those that need a transaction, itself not included. */
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

/** All that can be reached from one transaction, itself not included. */
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
