import type { Hex } from 'viem';
import type { BridgeId } from '../chains/bridge-ids.ts';
import type { Token } from '../chains/token.ts';
import type { OrderedDeposit } from '../chains/transfer.ts';
import type { SandboxChainName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { DepositProviderId } from './deposit-providers.ts';

/** A cross-chain order, from the moment its swap data was handed out. Amounts are base units. */
export type Order = BridgeOrder | DepositOrder;

/** One that is paid by calling a gateway, or by saying what for. */
export interface BridgeOrder extends CommonOrder {
  readonly provider: BridgeId;
  readonly sender: ChainAddress;
  readonly invoice?: undefined;
}

/** One that is paid by a plain transfer, whoever makes it. */
export interface DepositOrder extends CommonOrder {
  readonly provider: DepositProviderId;
  /** Null if the swap was requested without one. */
  readonly sender: ChainAddress | null;
  invoice: Invoice;
}

/** How an order is to be paid. */
interface Invoice {
  readonly place: OrderedDeposit;
  /** What the transfer has to say; null where the address is the order's own. */
  readonly memo: string | null;
  readonly exchangeId: string;
  /** The last block of the source chain in which a payment is in time. */
  readonly lastBlock: bigint;
  /** Where the payer wants money back; null if the swap was requested without saying. */
  readonly refundTo: ChainAddress | null;
}

interface CommonOrder {
  readonly orderId: Hex;
  /** Null if the swap was requested without one. */
  readonly quoteId: string | null;
  readonly from: Token;
  /** What the sender gives. */
  readonly amountIn: bigint;
  /** What has to arrive: less than `amountIn` for a token that takes a fee. */
  readonly amountDue: bigint;
  readonly to: Token;
  readonly receiver: ChainAddress;
  /** What the receiver gets, net. */
  readonly amountOut: bigint;
  readonly minimumOut: bigint;
  /**
   * What the provider is going to pay, net: as ordered, but for one provider that pays in another
   * token.
   */
  readonly payout: { readonly token: Token; readonly amount: bigint };
  /** Once it was paid in. */
  deposit?: AcceptedDeposit;
  state: OrderState;
}

interface AcceptedDeposit {
  readonly sourceTx: TransactionId;
  /** What arrived, and of which token. */
  readonly token: ChainAddress;
  readonly amount: bigint;
  /** The source chain's latest block when the provider accepted or rejected it. */
  readonly acceptedAt: bigint;
  /** Somebody has asked for its status since. */
  isAskedFor?: boolean;
}

type OrderState =
  | { readonly kind: 'awaiting-deposit' }
  /** Paid in; what has to follow may be delayed or paused, or never come. */
  | { readonly kind: 'deposited' }
  | { readonly kind: 'paying'; readonly payoutTx: TransactionId }
  | { readonly kind: 'paid'; readonly payoutTx: TransactionId }
  /** The receiver's to claim on the destination chain. */
  | { readonly kind: 'claimable' }
  /** The payer's to take back on the source chain. */
  | { readonly kind: 'refundable' }
  /** Back with the payer; `amount` is what arrived there. */
  | { readonly kind: 'refunded'; readonly refundTx: TransactionId; readonly amount: bigint }
  /** What the provider had to send was reverted, or could not be sent. */
  | { readonly kind: 'payout-failed'; readonly reason: string }
  /** Paid in, but not as ordered. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** What arrived at a gateway. */
export interface Deposit {
  /** As the payer says; on a chain whose gateways are no contracts this can be any text. */
  readonly orderId: string;
  readonly bridge: BridgeId;
  readonly chain: SandboxChainName;
  readonly sourceTx: TransactionId;
  readonly token: ChainAddress;
  readonly amountReceived: bigint;
  /** What the payer wants for it; undefined where a deposit says no more than its order. */
  readonly terms: DepositTerms | undefined;
}

interface DepositTerms {
  readonly destinationChainId: bigint;
  /** In 32 bytes, as well as the receiver. */
  readonly destinationToken: Hex;
  readonly receiver: Hex;
  readonly minimumOut: bigint;
}

/**
 * A deposit that pays for nothing: an unknown order, one that has been paid in before, or a
 * transfer that does not say what for. The provider keeps it.
 */
interface UnattributedDeposit
  extends Pick<Deposit, 'orderId' | 'chain' | 'sourceTx' | 'token' | 'amountReceived'> {
  readonly reason: 'unknown order' | 'order already paid in' | 'no memo' | 'unknown memo';
}

/** An order of which nothing has been paid in. */
type NewOrder = Without<Order, 'state' | 'deposit'>;
type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

interface Payout {
  readonly to: Token;
  readonly receiver: ChainAddress;
  readonly payoutTx: TransactionId;
}

/** The memory of all orders of one sandbox. */
export interface OrderBook {
  open(order: NewOrder): void;
  byId(orderId: string): Order | undefined;
  /**
   * The latest one that was paid in by it. @param quoteId whose order is meant: one message of a
   * TON wallet may pay in several. One that no order was opened for says nothing.
   */
  bySourceTx(sourceTx: TransactionId, quoteId?: string): Order | undefined;
  /**
   * Of the orders that were opened for this quote the latest one that was paid in, else the latest.
   */
  byQuoteId(quoteId: string): Order | undefined;
  /** In the order of opening. */
  all(): readonly Order[];
  /** To be called once for an order, before it is advanced. */
  payIn(order: Order, deposit: AcceptedDeposit): void;
  advance(order: Order, state: Exclude<OrderState, { kind: 'awaiting-deposit' }>): void;
  /** @param lastBlock the new last block of the source chain in which a payment is in time */
  shorten(order: DepositOrder, lastBlock: bigint): void;
  /** The mined payouts, in the order in which they were seen to be mined. */
  payouts(): readonly Payout[];
  /** The same deposit may be added any number of times. */
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
