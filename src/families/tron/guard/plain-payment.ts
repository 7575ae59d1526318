import { fault, type ReadPlainPayment, textOf } from '../../../guard/plain-payment.ts';
import { readCallPayment } from '../../../guard/read-call-payment.ts';
import { tronAddressOf } from '../formats/address.ts';
import type { TronEffects } from './effects.ts';

export const readPlainPayment: ReadPlainPayment<TronEffects> = (effects, { chain }) => {
  const { contractType, tokenValue, tokenId, data } = effects;
  const isTransfer = contractType === 'TransferContract';
  if (tokenValue !== 0n || tokenId !== 0n) return fault('TRC-10 tokens are sent along');
  // Coins sent along with a call without data would be for a contract to do with as it likes.
  if (isTransfer !== (data === '0x')) return fault('it calls a contract where it should transfer coins');
  return readCallPayment(effects, chain, { memo: textOf(effects.memo), addressOf: tronAddressOf });
};
