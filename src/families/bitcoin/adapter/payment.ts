import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { mostMemoBytes } from '../formats/memo.ts';
import type { BitcoinTransfer } from '../formats/transaction.ts';
import { requireNative } from './balances.ts';

/** A transfer whose coins are chosen later, with the memo in an OP_RETURN. */
export function paymentOf(chain: BitcoinChain, { token, to, amount, memo }: PaymentRequest): BitcoinTransfer {
  requireNative(chain, token);
  const bytes = Buffer.byteLength(memo ?? '');
  if (bytes > mostMemoBytes) {
    throw new FerrymanError('DEPOSIT_UNPAYABLE', `the memo has ${bytes} bytes, and nodes pass on ${mostMemoBytes}`);
  }
  return { family: 'bitcoin', kind: 'transfer', to, value: amount, ...(memo === undefined ? {} : { memo }) };
}
