import type { Hex } from 'viem';
import type { BridgeId } from '../chains/bridge-ids.ts';
import type { Token } from '../chains/token.ts';
import type { OrderedDeposit } from '../chains/transfer.ts';
import type { SandboxChainName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { DepositProviderId } from './deposit-providers.ts';

/**
 * A cross-chain order. It exists as soon as its swap data is handed out. Amounts are base units.
 */
export type Order = BridgeOrder | DepositOrder;

/** An order that is paid by a call of a gateway, or by a transfer with the order's id. */
export interface BridgeOrder extends CommonOrder {
  readonly provider: BridgeId;
  readonly sender: ChainAddress;
  readonly invoice?: undefined;
}

/** An order that is paid by a plain transfer from any wallet. */
export interface DepositOrder extends CommonOrder {
  readonly provider: DepositProviderId;
  /** Null if the swap request named no sender. */
  readonly sender: ChainAddress | null;
  invoice: Invoice;
}

/** How to pay an order. */
interface Invoice {
  readonly place: OrderedDeposit;
  /** The memo that the transfer needs; null if the address belongs to the order alone. */
  readonly memo: string | null;
  readonly exchangeId: string;
  /** The last block of the source chain in which a payment is on time. */
  readonly lastBlock: bigint;
  /** The refund address; null if the swap request gave none. */
  readonly refundTo: ChainAddress | null;
}

interface CommonOrder {
  readonly orderId: Hex;
  /** Null if the swap request had no quote id. */
  readonly quoteId: string | null;
  readonly from: Token;
  /** The amount that the sender pays. */
  readonly amountIn: bigint;
  /** The amount that has to arrive: less than `amountIn` for a fee-on-transfer token. */
  readonly amountDue: bigint;
  readonly to: Token;
  readonly receiver: ChainAddress;
  /** The net amount of the receiver. */
  readonly amountOut: bigint;
  readonly minimumOut: bigint;
  /**
   * The net payout of the provider. It differs from the order only for the provider that pays in
   * another token.
   */
  readonly payout: { readonly token: Token; readonly amount: bigint };
  /** Set once the order is paid in. */
  deposit?: AcceptedDeposit;
  state: OrderState;
}

interface AcceptedDeposit {
  readonly sourceTx: TransactionId;
  /** The token that arrived. */
  readonly token: ChainAddress;
  readonly amount: bigint;
  /** The source chain's latest block when the provider accepted or rejected it. */
  readonly acceptedAt: bigint;
  /** True once a client has requested the status after the deposit. */
  isAskedFor?: boolean;
}

type OrderState =
  | { readonly kind: 'awaiting-deposit' }
  /** Paid in. The next step may be delayed or paused, or never happen. */
  | { readonly kind: 'deposited' }
  | { readonly kind: 'paying'; readonly payoutTx: TransactionId }
  | { readonly kind: 'paid'; readonly payoutTx: TransactionId }
  /** The receiver can claim it on the destination chain. */
  | { readonly kind: 'claimable' }
  /** The payer can take it back on the source chain. */
  | { readonly kind: 'refundable' }
  /** Refunded to the payer; `amount` is what arrived there. */
  | { readonly kind: 'refunded'; readonly refundTx: TransactionId; readonly amount: bigint }
  /** The provider's transaction was reverted or could not be sent. */
  | { readonly kind: 'payout-failed'; readonly reason: string }
  /** Paid in, but not as ordered. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** A deposit that arrived at a gateway. */
export interface Deposit {
  /** The payer's text. On a chain whose gateways are not contracts it can be anything. */
  readonly orderId: string;
  readonly bridge: BridgeId;
  readonly chain: SandboxChainName;
  readonly sourceTx: TransactionId;
  readonly token: ChainAddress;
  readonly amountReceived: bigint;
  /** The terms of the payer; undefined if the deposit names only its order. */
  readonly terms: DepositTerms | undefined;
}

interface DepositTerms {
  readonly destinationChainId: bigint;
  /** Padded to 32 bytes, like the receiver. */
  readonly destinationToken: Hex;
  readonly receiver: Hex;
  readonly minimumOut: bigint;
}

/**
 * A deposit that pays for no order: the order is unknown or already paid, or the transfer names
 * none. The provider keeps it.
 */
interface UnattributedDeposit
  extends Pick<Deposit, 'orderId' | 'chain' | 'sourceTx' | 'token' | 'amountReceived'> {
  readonly reason: 'unknown order' | 'order already paid in' | 'no memo' | 'unknown memo';
}

/** An order before its payment. */
type NewOrder = Without<Order, 'state' | 'deposit'>;
type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

interface Payout {
  readonly to: Token;
  readonly receiver: ChainAddress;
  readonly payoutTx: TransactionId;
}

/** All orders of one sandbox, in memory. */
export interface OrderBook {
  open(order: NewOrder): void;
  byId(orderId: string): Order | undefined;
  /**
   * The latest order that the transaction paid for.
   * @param quoteId selects the order, because one message of a TON wallet may pay for several. An
   *   id without an order is ignored.
   */
  bySourceTx(sourceTx: TransactionId, quoteId?: string): Order | undefined;
  /** Of the orders for this quote, the latest paid one, else the latest one. */
  byQuoteId(quoteId: string): Order | undefined;
  /** In the order in which they were opened. */
  all(): readonly Order[];
  /** Call it once per order, before `advance`. */
  payIn(order: Order, deposit: AcceptedDeposit): void;
  advance(order: Order, state: Exclude<OrderState, { kind: 'awaiting-deposit' }>): void;
  /** @param lastBlock the new last block of the source chain in which a payment is on time */
  shorten(order: DepositOrder, lastBlock: bigint): void;
  /** The mined payouts, in the order in which the sandbox observed them. */
  payouts(): readonly Payout[];
  /** Adding the same deposit again has no effect. */
  addUnattributed(deposit: UnattributedDeposit): void;
  unattributed(): readonly UnattributedDeposit[];
}

export function createOrderBook(): OrderBook {
  const orders = new Map<string, Order>();
  const bySource = new Map<TransactionId, Order[]>();
  const payouts: Payout[] = [];
  const unattributed = new Map<string, UnattributedDeposit>();
  const byQuoteId = (quoteId: string) => {
    const opened = [...orders.values()].filter((order) => order.quoteId === quoteId);
    return opened.findLast(({ deposit }) => deposit !== undefined) ?? opened.at(-1);
  };
  return {
    open: (order) => {
      orders.set(order.orderId, { ...order, state: { kind: 'awaiting-deposit' } });
    },
    byId: (orderId) => orders.get(orderId),
    bySourceTx(sourceTx, quoteId) {
      const paidIn = bySource.get(sourceTx) ?? [];
      return quoteId === undefined || byQuoteId(quoteId) === undefined
        ? paidIn.at(-1)
        : paidIn.findLast((order) => order.quoteId === quoteId);
    },
    all: () => [...orders.values()],
    byQuoteId,
    payIn(order, deposit) {
      order.deposit = deposit;
      bySource.set(deposit.sourceTx, [...(bySource.get(deposit.sourceTx) ?? []), order]);
    },
    advance(order, state) {
      order.state = state;
      if (state.kind === 'paid') payouts.push({ ...order, payoutTx: state.payoutTx });
    },
    shorten(order, lastBlock) {
      order.invoice = { ...order.invoice, lastBlock };
    },
    payouts: () => payouts,
    addUnattributed: (deposit) => {
      unattributed.set(`${deposit.sourceTx} ${deposit.orderId}`, deposit);
    },
    unattributed: () => [...unattributed.values()],
  };
}
