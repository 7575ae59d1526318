import { ofFamily } from '../../../core/of-family.ts';
import { fault, type ReadPlainPayment, textOf } from '../../../guard/plain-payment.ts';
import { bitcoinAddressOf } from '../formats/address.ts';
import type { BitcoinEffects } from './effects.ts';

export const readPlainPayment: ReadPlainPayment<BitcoinEffects> = ({ paid, value, memos }, { chain }) => {
  const [output, ...more] = paid;
  if (!output || more.length > 0) return fault('it does not pay exactly one output');
  const to = bitcoinAddressOf(output.script, ofFamily(chain, 'bitcoin').network);
  if (to === undefined) return fault('it pays to a script that no address stands for');
  if (memos.count > 0 && !memos.only) return fault('what its OP_RETURN carries is no memo');
  return { ok: true, payment: { token: chain.nativeToken.address, to, amount: value, memo: textOf(memos.only) } };
};
