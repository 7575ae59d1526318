import { chainNamed, type EvmChain, type EvmChains } from '../evm/evm-chain.ts';
import { netOfTransfer } from '../evm/token.ts';
import { type FulfilTools, fulfilOrder } from './fulfil-order.ts';
import type { Deposit, Order } from './order-book.ts';
import { type Withdrawal, watchBridges } from './watch-bridges.ts';

interface SettlementOptions extends FulfilTools {
  readonly confirmations: number;
}

/** Runs all bridges: matches deposits with orders and fulfils each order once. Resolves after the signal has aborted. */
export async function settleDeposits(options: SettlementOptions): Promise<void> {
  const { chains, orders, confirmations, signal } = options;
  const underWay = new Set<Promise<void>>();

  const fulfil = (order: Order): void => {
    const fulfilment = fulfilOrder(order, options);
    underWay.add(fulfilment);
    void fulfilment.finally(() => underWay.delete(fulfilment));
  };

  const settle = (chain: EvmChain, deposit: Deposit): void => {
    const { sourceTx } = deposit;
    const order = orders.byId(deposit.orderId);
    if (order === undefined) {
      orders.addStray({ ...deposit, reason: 'unknown order' });
    } else if (order.deposit !== undefined) {
      // The watcher reports the same transaction many times.
      if (order.deposit.sourceTx !== sourceTx) orders.addStray({ ...deposit, reason: 'order already paid in' });
    } else {
      const reason = mismatch(chain, chains, order, deposit);
      orders.payIn(order, { sourceTx, acceptedAt: chain.heads.latest() });
      orders.advance(order, reason === undefined ? { kind: 'deposited' } : { kind: 'rejected', reason });
      if (reason === undefined) fulfil(order);
    }
  };

  const takeBack = ({ orderId, tx, amount }: Withdrawal): void => {
    const order = orders.byId(orderId);
    if (order?.state.kind !== 'refundable') return;
    orders.advance(order, { kind: 'refunded', refundTx: tx, amount: netOfTransfer(order.from, amount) });
  };

  const claim = ({ orderId, tx }: Withdrawal): void => {
    const order = orders.byId(orderId);
    if (order?.state.kind === 'claimable') orders.advance(order, { kind: 'paid', payoutTx: tx });
  };

  await Promise.all(
    [...chains.values()].map((chain) =>
      watchBridges({
        chain,
        confirmations,
        signal,
        onDeposit: (deposit) => settle(chain, deposit),
        onRefund: takeBack,
        onClaim: claim,
      }),
    ),
  );
  await Promise.all(underWay);
}

/** @returns what about the deposit is not as ordered */
function mismatch(chain: EvmChain, chains: EvmChains, order: Order, deposit: Deposit): string | undefined {
  const { from, to } = order;
  const gateway = chain.deployment.bridgeGateways[order.provider].address;
  if (chain.definition.name !== from.chain || deposit.gateway !== gateway) return 'paid in elsewhere';
  if (deposit.token !== from.address) return 'paid in with another token';
  if (deposit.amountReceived < order.amountDue) return 'paid in too little';
  if (deposit.destinationChainId !== BigInt(chainNamed(chains, to.chain).definition.chainId))
    return 'another destination chain';
  if (deposit.destinationToken !== to.address) return 'another destination token';
  if (deposit.receiver !== order.receiver) return 'another receiver';
  if (deposit.minimumOut > order.amountOut) return 'a minimum above the ordered amount';
  return undefined;
}
