import { type BridgeTools, bridgeProvider } from './bridge.ts';
import type { Order, OrderBook } from './order-book.ts';
import type { Provider, ProviderStatus } from './provider.ts';

/**
 * A liar, used only where it is preferred: it takes the deposit, never pays, and reports somebody else's payout as
 * its own.
 */
export function meson(tools: BridgeTools): Provider {
  return bridgeProvider({
    ...tools,
    id: 'meson',
    feeBps: 5n,
    durationInMinutes: 2,
    onlyIfPreferred: true,
    statusOf: (order) => lie(order, tools.orders),
  });
}

/** The latest payout to the same receiver on that chain, or else the latest one there: it looks right at a glance. */
function lie(order: Order, orders: OrderBook): ProviderStatus {
  const there = orders.payouts().filter(({ to }) => to.chain === order.to.chain);
  const claimed = there.findLast(({ receiver }) => receiver === order.receiver) ?? there.at(-1);
  if (claimed === undefined) return { kind: 'pending' };
  return { kind: 'success', destinationTx: claimed.payoutTx, destinationChain: order.to.chain };
}
