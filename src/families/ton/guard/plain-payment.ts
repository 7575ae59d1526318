import { isNativeToken } from '../../../core/swap/chains.ts';
import { fault, type ReadPlainPayment } from '../../../guard/plain-payment.ts';
import { readTonBody } from '../formats/body.ts';
import type { TonEffects } from './effects.ts';

/** Limits of a jetton payment's forward amount and attached value, in nanotons. */
const maxForwardedValue = 10_000_000n;
const maxAttachedValue = 200_000_000n;

export const readPlainPayment: ReadPlainPayment<TonEffects> = (
  { calls, jettonWallets },
  { lease, job, chain },
) => {
  const [call, ...more] = calls;
  if (!call || more.length > 0) return fault('it does not consist of one message');
  if (call.stateInit) return fault('it carries a state init');
  const { body, destination, value } = call;
  if (isNativeToken(chain, job.from.token)) {
    const token = chain.nativeToken.address;
    if ([...jettonWallets.values()].includes(destination))
      return fault('it sends coins to a jetton wallet');
    if (body.kind === 'empty')
      return { ok: true, payment: { token, to: destination, amount: value, memo: undefined } };
    if (body.kind !== 'comment') return fault('its body is not a comment');
    return { ok: true, payment: { token, to: destination, amount: value, memo: body.text } };
  }
  if (body.kind !== 'jetton_transfer') return fault('it is not a jetton transfer');
  const own = jettonWallets.get(job.from.token);
  if (own === undefined || own !== destination)
    return fault('it does not pay from the wallet’s own jetton wallet');
  const {
    amount,
    destination: to,
    responseDestination,
    customPayload,
    forwardAmount,
    forwardPayload,
  } = body;
  if (to === undefined) return fault('the jetton transfer has no destination');
  if (responseDestination !== lease.account) return fault('the excess coins go to another account');
  if (customPayload) return fault('the jetton transfer has a custom payload');
  if (forwardAmount > maxForwardedValue || value > maxAttachedValue)
    return fault('it sends more coins with the jettons than a transfer needs');
  const note = readTonBody(forwardPayload);
  if (note.kind !== 'empty' && note.kind !== 'comment')
    return fault('its forward payload is not a comment');
  const memo = note.kind === 'comment' ? note.text : undefined;
  return { ok: true, payment: { token: job.from.token, to, amount, memo } };
};
