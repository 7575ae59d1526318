import { DEPOSIT_PROVIDERS } from './deposit-providers.ts';
import type { DepositOrder } from './order-book.ts';

/**
 * Whether the provider refunds what was paid for an order. It does not if the payer gave no refund
 * address.
 */
export function comesBack({ provider, state, invoice, deposit, from }: DepositOrder): boolean {
  const { ending, onMismatch } = DEPOSIT_PROVIDERS[provider];
  const isWanted = state.kind === 'rejected' ? onMismatch === 'give-back' : ending === 'give-back';
  return isWanted && invoice.refundTo !== null && deposit?.token === from.address;
}
