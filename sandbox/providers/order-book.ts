import type { Address, Hash, Hex } from 'viem';
import type { BridgeProviderId } from '../evm/evm-chain.ts';
import type { Token } from '../evm/token.ts';

/** A cross-chain order, from the moment its swap data was handed out. Amounts are base units. */
export interface Order {
  readonly orderId: Hex;
  readonly provider: BridgeProviderId;
  /** Null if the swap was requested without one. */
  readonly quoteId: string | null;
  readonly from: Token;
  /** What the sender gives. */
  readonly amountIn: bigint;
  /** What has to arrive at the gateway: less than `amountIn` for a token that takes a fee. */
  readonly amountDue: bigint;
  readonly sender: Address;
  readonly to: Token;
  readonly receiver: Address;
  /** What the receiver gets, net. */
  readonly amountOut: bigint;
  readonly minimumOut: bigint;
  state: OrderState;
}

type OrderState =
  | { readonly kind: 'awaiting-deposit' }
  /** Paid in; a payout is due, but may be delayed or paused, or never come. */
  | { readonly kind: 'deposited'; readonly sourceTx: Hash }
  | { readonly kind: 'paying'; readonly sourceTx: Hash; readonly payoutTx: Hash }
  | { readonly kind: 'paid'; readonly sourceTx: Hash; readonly payoutTx: Hash }
  /** The payout was reverted, or could not be sent. */
  | { readonly kind: 'payout-failed'; readonly sourceTx: Hash; readonly reason: string }
  /** Paid in, but not as ordered. */
  | { readonly kind: 'rejected'; readonly sourceTx: Hash; readonly reason: string };

/** What a gateway announced. */
export interface Deposit {
  readonly orderId: Hex;
  readonly sourceTx: Hash;
  readonly gateway: Address;
  readonly token: Address;
  readonly amountReceived: bigint;
  readonly destinationChainId: bigint;
  readonly destinationToken: Address;
  readonly receiver: Address;
  readonly minimumOut: bigint;
}

/** A deposit that pays for nothing: an unknown order, or one that has been paid in before. The provider keeps it. */
interface StrayDeposit extends Deposit {
  readonly reason: 'unknown order' | 'order already paid in';
}

interface Payout {
  readonly provider: BridgeProviderId;
  readonly to: Token;
  readonly receiver: Address;
  readonly payoutTx: Hash;
}

/** The memory of all orders of one sandbox. */
export interface OrderBook {
  open(order: Omit<Order, 'state'>): void;
  byId(orderId: Hex): Order | undefined;
  bySourceTx(sourceTx: Hash): Order | undefined;
  /** In the order of opening. */
  all(): readonly Order[];
  advance(order: Order, state: Exclude<OrderState, { kind: 'awaiting-deposit' }>): void;
  /** The mined payouts, in the order in which they were seen to be mined. */
  payouts(): readonly Payout[];
  /** The same deposit may be added any number of times. */
  addStray(deposit: StrayDeposit): void;
  strays(): readonly StrayDeposit[];
}

export function createOrderBook(): OrderBook {
  const orders = new Map<Hex, Order>();
  const bySource = new Map<Hash, Order>();
  const payouts: Payout[] = [];
  const strays = new Map<string, StrayDeposit>();
  return {
    open: (order) => {
      orders.set(order.orderId, { ...order, state: { kind: 'awaiting-deposit' } });
    },
    byId: (orderId) => orders.get(orderId),
    bySourceTx: (sourceTx) => bySource.get(sourceTx),
    all: () => [...orders.values()],
    advance(order, state) {
      order.state = state;
      bySource.set(state.sourceTx, order);
      if (state.kind === 'paid') payouts.push({ ...order, payoutTx: state.payoutTx });
    },
    payouts: () => payouts,
    addStray: (deposit) => {
      strays.set(`${deposit.sourceTx} ${deposit.orderId}`, deposit);
    },
    strays: () => [...strays.values()],
  };
}
