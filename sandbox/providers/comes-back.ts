import { DEPOSIT_PROVIDERS } from './deposit-providers.ts';
import type { DepositOrder } from './order-book.ts';

/**
 * Whether what was paid in for an order goes back to the payer: not if the payer has not said where
 * to.
 */
export function comesBack({ provider, state, invoice, deposit, from }: DepositOrder): boolean {
  const { ending, onMismatch } = DEPOSIT_PROVIDERS[provider];
  const isWanted = state.kind === 'rejected' ? onMismatch === 'give-back' : ending === 'give-back';
  return isWanted && invoice.refundTo !== null && deposit?.token === from.address;
}
