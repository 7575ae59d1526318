import { isNativeToken } from '../../../core/swap/chains.ts';
import { fault, type ReadPlainPayment } from '../../../guard/plain-payment.ts';
import { readTonBody } from '../formats/body.ts';
import type { TonEffects } from './effects.ts';

/** Nanotons that may go on with jettons to tell of them, and that go along at all. */
const maxForwarded = 10_000_000n;
const maxSentAlong = 200_000_000n;

export const readPlainPayment: ReadPlainPayment<TonEffects> = (
  { calls, jettonWallets },
  { lease, job, chain },
) => {
  const [call, ...more] = calls;
  if (!call || more.length > 0) return fault('it is not one message');
  if (call.stateInit) return fault('it brings code along');
  const { body, destination, value } = call;
  if (isNativeToken(chain, job.from.token)) {
    const token = chain.nativeToken.address;
    if ([...jettonWallets.values()].includes(destination))
      return fault('coins go to a jetton wallet');
    if (body.kind === 'empty')
      return { ok: true, payment: { token, to: destination, amount: value, memo: undefined } };
    if (body.kind !== 'comment') return fault('it says more than a comment');
    return { ok: true, payment: { token, to: destination, amount: value, memo: body.text } };
  }
  if (body.kind !== 'jetton_transfer') return fault('it is no transfer of jettons');
  const own = jettonWallets.get(job.from.token);
  if (own === undefined || own !== destination)
    return fault('it is not the wallet’s own jetton wallet that pays');
  const {
    amount,
    destination: to,
    responseDestination,
    customPayload,
    forwardAmount,
    forwardPayload,
  } = body;
  if (to === undefined) return fault('the jettons are for nobody');
  if (responseDestination !== lease.account)
    return fault('what is left of the coins goes to another');
  if (customPayload) return fault('the jetton wallet is told more than a transfer');
  if (forwardAmount > maxForwarded || value > maxSentAlong)
    return fault('more coins go along than it takes');
  const said = readTonBody(forwardPayload);
  if (said.kind !== 'empty' && said.kind !== 'comment') return fault('it says more than a comment');
  const memo = said.kind === 'comment' ? said.text : undefined;
  return { ok: true, payment: { token: job.from.token, to, amount, memo } };
};
