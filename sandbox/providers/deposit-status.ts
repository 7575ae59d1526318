import { comesBack } from './comes-back.ts';
import type { DepositDesk } from './deposit-desk.ts';
import type { DepositOrder } from './order-book.ts';
import type { ProviderStatus } from './provider.ts';

/** The status that a provider of plain transfers reports for its own order. */
export function depositStatus(order: DepositOrder, desk: DepositDesk): ProviderStatus {
  const { state, to } = order;
  switch (state.kind) {
    case 'awaiting-deposit':
      return unpaidStatus(order, desk);
    case 'deposited':
      return { status: 'PENDING', subStatus: 'EXCHANGING' };
    case 'paying':
      return { status: 'PENDING', subStatus: 'SENDING' };
    case 'paid':
      return { status: 'SUCCESS', destination: { tx: state.payoutTx, chain: to.chain } };
    case 'refunded':
      return { status: 'REVERTED' };
    case 'rejected':
      return comesBack(order) ? { status: 'PENDING', subStatus: 'SENDING' } : { status: 'FAIL' };
    case 'payout-failed':
      return { status: 'FAIL' };
    case 'claimable':
    case 'refundable':
      throw new Error(`A deposit order cannot be ${state.kind}.`);
  }
}

/** An order expires when no later block can hold a payment in time. */
function unpaidStatus(order: DepositOrder, desk: DepositDesk): ProviderStatus {
  if (desk.unconfirmedPayment(order) !== undefined)
    return { status: 'PENDING', subStatus: 'CONFIRMING' };
  const isOver = desk.readUpTo(order.from.chain) > order.invoice.lastBlock;
  return isOver ? { status: 'FAIL' } : { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' };
}
