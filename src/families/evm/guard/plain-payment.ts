import type { ReadPlainPayment } from '../../../guard/plain-payment.ts';
import { readCallPayment } from '../../../guard/read-call-payment.ts';

export const readPlainPayment: ReadPlainPayment<'evm'> = (effects, { chain }) =>
  readCallPayment(effects, chain, { memo: undefined, addressOf: (account) => `0x${account}` });
