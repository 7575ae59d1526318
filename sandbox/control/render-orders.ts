import type { Order, OrderBook } from '../providers/order-book.ts';
import { chainNamed, placeNamed, type SandboxChains } from '../sandbox-chain.ts';

/** Renders all orders and the unattributed deposits as plain JSON. Amounts are base units. */
export function renderOrders(orders: OrderBook, chains: SandboxChains) {
  return {
    orders: orders.all().map((order) => renderOrder(order, chains)),
    unattributedDeposits: orders.unattributed().map((deposit) => {
      const { notation } = chainNamed(chains, deposit.chain);
      return {
        orderId: deposit.orderId,
        sourceTx: notation.renderTransactionId(deposit.sourceTx),
        token: notation.renderAddress(deposit.token),
        amountReceived: `${deposit.amountReceived}`,
        reason: deposit.reason,
      };
    }),
  };
}

function renderOrder(order: Order, chains: SandboxChains) {
  const { state, deposit, invoice } = order;
  const source = chainNamed(chains, order.from.chain).notation;
  const destination = placeNamed(chains, order.to.chain).notation;
  return {
    orderId: order.orderId,
    provider: order.provider,
    quoteId: order.quoteId,
    state: state.kind,
    from: order.from.chain,
    fromToken: source.renderAddress(order.from.address),
    sender: order.sender === null ? null : source.renderAddress(order.sender),
    amountIn: `${order.amountIn}`,
    amountDue: `${order.amountDue}`,
    to: order.to.chain,
    toToken: destination.renderAddress(order.to.address),
    receiver: destination.renderAddress(order.receiver),
    amountOut: `${order.amountOut}`,
    minimumOut: `${order.minimumOut}`,
    sourceTx: deposit === undefined ? null : source.renderTransactionId(deposit.sourceTx),
    payoutTx: 'payoutTx' in state ? destination.renderTransactionId(state.payoutTx) : null,
    payoutToken: destination.renderAddress(order.payout.token.address),
    payoutAmount: `${order.payout.amount}`,
    refundTx: 'refundTx' in state ? source.renderTransactionId(state.refundTx) : null,
    refundAmount: 'refundTx' in state ? `${state.amount}` : null,
    reason: 'reason' in state ? state.reason : null,
    ...(invoice === undefined
      ? {}
      : {
          depositAddress: invoice.place.text,
          memo: invoice.memo,
          exchangeId: invoice.exchangeId,
          lastBlock: `${invoice.lastBlock}`,
          refundTo: invoice.refundTo === null ? null : source.renderAddress(invoice.refundTo),
        }),
  };
}
