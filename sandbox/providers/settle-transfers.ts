import { isUnreachable } from '../chains/is-unreachable.ts';
import type { Transfer } from '../chains/transfer.ts';
import type { SandboxChain } from '../sandbox-chain.ts';
import { comesBack } from './comes-back.ts';
import type { DepositDesk } from './deposit-desk.ts';
import { type FulfilTools, fulfilOrder } from './fulfil-order.ts';
import type { DepositOrder, Order } from './order-book.ts';

interface SettlementOptions extends FulfilTools {
  readonly desk: DepositDesk;
  /** Confirmations that a payment needs. */
  readonly confirmations: number;
  readonly finalityDepth: number;
}

/**
 * Runs all providers of plain transfers: matches transfers with orders and fulfils each order once.
 * Resolves after the signal aborts.
 */
export async function settleTransfers(options: SettlementOptions): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const fulfil = (order: Order): void => {
    const fulfilment = fulfilOrder(order, options);
    underWay.add(fulfilment);
    void fulfilment.finally(() => underWay.delete(fulfilment));
  };
  await Promise.all(
    [...options.chains.values()].map((chain) => watchTransfers(chain, options, fulfil)),
  );
  await Promise.all(underWay);
}

async function watchTransfers(
  chain: SandboxChain,
  options: SettlementOptions,
  fulfil: (order: Order) => void,
): Promise<void> {
  const { desk, confirmations, finalityDepth, signal } = options;
  const { heads, definition, operations } = chain;
  const settled = new Set<string>();
  let unread = 0n;

  const take = (transfers: readonly Transfer[], latest: bigint): void => {
    const confirmed = latest - BigInt(confirmations);
    const unconfirmed = transfers.filter(({ block }) => block > confirmed);
    desk.noteUnconfirmed(definition.name, unconfirmed, latest);
    for (const transfer of transfers) {
      const key = `${transfer.tx} ${transfer.part}`;
      if (transfer.block > confirmed || settled.has(key)) continue;
      settled.add(key);
      settle(transfer, chain, options, fulfil);
    }
  };

  while (!signal.aborted) {
    const latest = heads.latest();
    const final = latest - BigInt(Math.max(finalityDepth, confirmations));
    const receivers = desk.addressesOn(definition.name);
    try {
      // Skip blocks before the first order. Read blocks that are not final again, because a
      // reorganization can move a payment.
      if (receivers.size === 0) unread = final < 0n ? 0n : final;
      else {
        const transfers = await operations.readTransfers({ from: unread, to: latest, receivers });
        if (transfers !== undefined) {
          take(transfers, latest);
          if (final >= unread) unread = final + 1n;
        }
      }
    } catch (error) {
      // The blocks stay unread. The next round requests them again.
      if (!isUnreachable(error)) throw error;
    }
    await heads.next(latest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}

function settle(
  transfer: Transfer,
  { definition, heads }: SandboxChain,
  { desk, orders }: SettlementOptions,
  fulfil: (order: Order) => void,
): void {
  const { tx: sourceTx, token, amount, memo } = transfer;
  const chain = definition.name;
  const order = desk.orderPaidBy(transfer, chain);
  if (order === undefined || order.deposit !== undefined) {
    const missing = memo === null ? 'no memo' : 'unknown memo';
    const reason = order === undefined ? missing : 'order already paid in';
    orders.addUnattributed({
      orderId: order?.orderId ?? '',
      chain,
      sourceTx,
      token,
      amountReceived: amount,
      reason,
    });
    return;
  }
  const reason = mismatch(order, transfer);
  orders.payIn(order, { sourceTx, token, amount, acceptedAt: heads.latest() });
  orders.advance(
    order,
    reason === undefined ? { kind: 'deposited' } : { kind: 'rejected', reason },
  );
  if (reason === undefined || comesBack(order)) fulfil(order);
}

/** @returns how the payment differs from its order */
function mismatch(order: DepositOrder, { token, amount, block }: Transfer): string | undefined {
  if (token !== order.from.address) return 'paid in with another token';
  if (amount < order.amountDue) return 'paid in too little';
  if (amount > order.amountDue) return 'paid in too much';
  if (block > order.invoice.lastBlock) return 'paid in too late';
  return undefined;
}
