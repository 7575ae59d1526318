import type { ReadPlainPayment } from '../../../guard/plain-payment.ts';
import { readCallPayment } from '../../../guard/read-call-payment.ts';
import type { EvmEffects } from './effects.ts';

export const readPlainPayment: ReadPlainPayment<EvmEffects> = (effects, { chain }) =>
  readCallPayment(effects, chain, { memo: undefined, addressOf: (account) => `0x${account}` });
