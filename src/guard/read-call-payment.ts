import type { Chain } from '../core/swap/chains.ts';
import type { CallEffects } from './effects.ts';
import { fault, type ReadPayment } from './plain-payment.ts';

/** EIP-20 `transfer(address,uint256)`: the selector, an address padded to 32 bytes, a number. */
const transferData = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** What a call of one contract pays. @param addressOf twenty bytes in hex, to the family's form */
export function readCallPayment(
  { target, data, value }: CallEffects,
  { nativeToken }: Chain,
  { memo, addressOf }: { memo: string | undefined; addressOf: (account: string) => string },
): ReadPayment {
  if (target === undefined) return fault('it has no recipient');
  if (data === '0x')
    return { ok: true, payment: { token: nativeToken.address, to: target, amount: value, memo } };
  const [, account, amount] = transferData.exec(data) ?? [];
  if (account === undefined || amount === undefined)
    return fault('it calls another function than transfer');
  if (value !== 0n) return fault('a token transfer also sends native coins');
  const to = addressOf(account);
  return { ok: true, payment: { token: target, to, amount: BigInt(`0x${amount}`), memo } };
}
