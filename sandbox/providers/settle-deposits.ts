import type { EvmChain, EvmChains } from '../evm/evm-chain.ts';
import { watchDeposits } from './deposit-watcher.ts';
import type { Deposit, Order, OrderBook } from './order-book.ts';
import { payOut } from './payouts.ts';
import type { ProviderSwitches } from './provider-switches.ts';

interface SettlementOptions {
  readonly chains: EvmChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly confirmations: number;
  readonly payoutDelayMs: number;
  readonly signal: AbortSignal;
}

/** Runs all bridges: matches deposits with orders and pays each order once. Resolves after the signal has aborted. */
export async function settleDeposits(options: SettlementOptions): Promise<void> {
  const { chains, orders, confirmations, signal } = options;
  const payouts = new Set<Promise<void>>();

  const pay = (order: Order): void => {
    if (order.provider === 'meson') return;
    const payout = payOut(order, order.provider, options);
    payouts.add(payout);
    void payout.finally(() => payouts.delete(payout));
  };

  const settle = (chain: EvmChain, deposit: Deposit): void => {
    const { sourceTx } = deposit;
    const order = orders.byId(deposit.orderId);
    if (order === undefined) {
      orders.addStray({ ...deposit, reason: 'unknown order' });
    } else if (order.state.kind !== 'awaiting-deposit') {
      // The watcher reports the same transaction many times.
      if (order.state.sourceTx !== sourceTx) orders.addStray({ ...deposit, reason: 'order already paid in' });
    } else {
      const reason = mismatch(chain, chains, order, deposit);
      if (reason !== undefined) {
        orders.advance(order, { kind: 'rejected', sourceTx, reason });
      } else {
        orders.advance(order, { kind: 'deposited', sourceTx });
        pay(order);
      }
    }
  };

  await Promise.all(
    Object.values(chains).map((chain) =>
      watchDeposits({ chain, confirmations, signal, onDeposit: (deposit) => settle(chain, deposit) }),
    ),
  );
  await Promise.all(payouts);
}

/** @returns what about the deposit is not as ordered */
function mismatch(chain: EvmChain, chains: EvmChains, order: Order, deposit: Deposit): string | undefined {
  const { from, to } = order;
  const gateway = chain.deployment.bridgeGateways[order.provider].address;
  if (chain.definition.name !== from.chain || deposit.gateway !== gateway) return 'paid in elsewhere';
  if (deposit.token !== from.address) return 'paid in with another token';
  if (deposit.amountReceived < order.amountDue) return 'paid in too little';
  if (deposit.destinationChainId !== BigInt(chains[to.chain].definition.chainId)) return 'another destination chain';
  if (deposit.destinationToken !== to.address) return 'another destination token';
  if (deposit.receiver !== order.receiver) return 'another receiver';
  if (deposit.minimumOut > order.amountOut) return 'a minimum above the ordered amount';
  return undefined;
}
