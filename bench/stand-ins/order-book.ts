/** An order of the routing service, from its quote on. */
export interface Order {
  /** A UUID. */
  id: string;
  /** The id as a 32-byte word of calldata. */
  key: string;
  /** Lower case. */
  sender: string;
  receiver: string;
  fromChain: string;
  toChain: string;
  /** Base units of the source chain's coin. */
  amountIn: bigint;
  /** Base units of the bought asset. */
  amountOut: bigint;
  /** Whether it buys the token; otherwise the coin. */
  isToken: boolean;
  sourceTxId?: string;
  destinationTxId?: string;
}

export interface OrderBook {
  add(order: Order): void;
  byId(id: string): Order | undefined;
  byKey(key: string): Order | undefined;
  bySource(txId: string): Order | undefined;
  paidBy(order: Order, txId: string): void;
}

export function createOrderBook(): OrderBook {
  const byId = new Map<string, Order>();
  const byKey = new Map<string, Order>();
  const bySource = new Map<string, Order>();
  return {
    add(order) {
      byId.set(order.id, order);
      byKey.set(order.key, order);
    },
    byId: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    bySource: (txId) => bySource.get(txId),
    paidBy(order, txId) {
      order.sourceTxId = txId;
      bySource.set(txId, order);
    },
  };
}
