import type { Order, OrderBook } from '../providers/order-book.ts';

/** All orders, and the deposits that pay for nothing, as plain JSON; amounts are base units. */
export function renderOrders(orders: OrderBook) {
  return {
    orders: orders.all().map(renderOrder),
    strayDeposits: orders.strays().map((deposit) => ({
      orderId: deposit.orderId,
      sourceTx: deposit.sourceTx,
      token: deposit.token,
      amountReceived: `${deposit.amountReceived}`,
      reason: deposit.reason,
    })),
  };
}

function renderOrder(order: Order) {
  const { state } = order;
  return {
    orderId: order.orderId,
    provider: order.provider,
    quoteId: order.quoteId,
    state: state.kind,
    from: order.from.chain,
    fromToken: order.from.address,
    sender: order.sender,
    amountIn: `${order.amountIn}`,
    amountDue: `${order.amountDue}`,
    to: order.to.chain,
    toToken: order.to.address,
    receiver: order.receiver,
    amountOut: `${order.amountOut}`,
    minimumOut: `${order.minimumOut}`,
    sourceTx: order.deposit?.sourceTx ?? null,
    payoutTx: 'payoutTx' in state ? state.payoutTx : null,
    payoutToken: order.payout.token.address,
    payoutAmount: `${order.payout.amount}`,
    refundTx: 'refundTx' in state ? state.refundTx : null,
    refundAmount: 'refundTx' in state ? `${state.amount}` : null,
    reason: 'reason' in state ? state.reason : null,
  };
}
