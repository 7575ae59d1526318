import { netOfTransfer } from '../chains/token.ts';
import type { Withdrawal } from '../common-chain.ts';
import { addressWord } from '../evm/address-word.ts';
import { placeNamed, type SandboxChain, type SandboxChains } from '../sandbox-chain.ts';
import { type FulfilTools, fulfilOrder } from './fulfil-order.ts';
import type { Deposit, Order } from './order-book.ts';

interface SettlementOptions extends FulfilTools {
  readonly confirmations: number;
}

/**
 * Runs all bridges: matches deposits with orders and fulfils each order once. Resolves after the
 * signal aborts.
 */
export async function settleDeposits(options: SettlementOptions): Promise<void> {
  const { chains, orders, confirmations, signal } = options;
  const underWay = new Set<Promise<void>>();

  const fulfil = (order: Order): void => {
    const fulfilment = fulfilOrder(order, options);
    underWay.add(fulfilment);
    void fulfilment.finally(() => underWay.delete(fulfilment));
  };

  const settle = (chain: SandboxChain, deposit: Deposit): void => {
    const { sourceTx } = deposit;
    const order = orders.byId(deposit.orderId);
    if (order === undefined) {
      orders.addUnattributed({ ...deposit, reason: 'unknown order' });
    } else if (order.deposit !== undefined) {
      // The watcher reports the same transaction several times.
      if (order.deposit.sourceTx !== sourceTx)
        orders.addUnattributed({ ...deposit, reason: 'order already paid in' });
    } else {
      const reason = mismatch(chains, order, deposit);
      const { token, amountReceived: amount } = deposit;
      orders.payIn(order, { sourceTx, token, amount, acceptedAt: chain.heads.latest() });
      orders.advance(
        order,
        reason === undefined ? { kind: 'deposited' } : { kind: 'rejected', reason },
      );
      if (reason === undefined) fulfil(order);
    }
  };

  const takeBack = ({ orderId, tx, amount }: Withdrawal): void => {
    const order = orders.byId(orderId);
    if (order?.state.kind !== 'refundable') return;
    orders.advance(order, {
      kind: 'refunded',
      refundTx: tx,
      amount: netOfTransfer(order.from, amount),
    });
  };

  const claim = ({ orderId, tx }: Withdrawal): void => {
    const order = orders.byId(orderId);
    if (order?.state.kind === 'claimable') orders.advance(order, { kind: 'paid', payoutTx: tx });
  };

  await Promise.all(
    [...chains.values()].map((chain) =>
      chain.operations.watchBridges({
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

/** @returns how the deposit differs from its order */
function mismatch(
  chains: SandboxChains,
  order: Order,
  { bridge, chain, token, amountReceived, terms }: Deposit,
) {
  const { from, to } = order;
  if (chain !== from.chain || bridge !== order.provider) return 'paid in elsewhere';
  if (token !== from.address) return 'paid in with another token';
  if (amountReceived < order.amountDue) return 'paid in too little';
  if (terms === undefined) return undefined;
  if (terms.destinationChainId !== BigInt(placeNamed(chains, to.chain).definition.chainId))
    return 'another destination chain';
  if (terms.destinationToken !== addressWord(to.address)) return 'another destination token';
  if (terms.receiver !== addressWord(order.receiver)) return 'another receiver';
  if (terms.minimumOut > order.amountOut) return 'a minimum above the ordered amount';
  return undefined;
}
