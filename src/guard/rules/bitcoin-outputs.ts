import { readBitcoinScript } from '../../core/bitcoin-address.ts';
import type { BitcoinMemo, BitcoinRule, BitcoinTerms } from '../bitcoin-rule.ts';
import type { BitcoinEffects } from '../decode/bitcoin.ts';
import { type Objection, objections, reject } from '../rule.ts';

/**
 * B05. One output to the deposit address with exactly what the job pays, at most one memo, and everything else back to the wallet's own address:
 * by its script, whatever keys or paths anybody tells.
 */
export const bitcoinOutputs: BitcoinRule = {
  id: 'B05',
  check(effects, { payment }) {
    const { paid, memos } = effects;
    const unknown = paid.filter(({ script }) => !readBitcoinScript(script));
    const common = objections(
      unknown.length > 0 && reject('it pays to a script that no address stands for', { scripts: hexOf(unknown) }),
      memos.count > 1 && reject('it has more than one memo', { memos: `${memos.count}` }),
      memos.count === 1 && !memos.only && reject('what its OP_RETURN carries is no memo'),
      memos.burnt > 0n && reject('it burns money', { burnt: memos.burnt }),
    );
    return [...common, ...(payment ? paymentObjections(effects, payment) : returnObjections(effects))];
  },
};

function paymentObjections({ paid, value, memos }: BitcoinEffects, payment: NonNullable<BitcoinTerms['payment']>) {
  const [only] = paid;
  return [
    ...objections(
      paid.length !== 1 && reject('it does not pay exactly one output', { scripts: hexOf(paid) }),
      value !== payment.value && reject('it pays another amount', { value, agreed: payment.value }),
      only !== undefined &&
        payment.script !== undefined &&
        Buffer.compare(only.script, payment.script) !== 0 &&
        reject('it pays another than the deposit address', { script: hexOf([only]) }),
    ),
    ...memoObjections(memos, payment.memo),
  ];
}

function memoObjections({ count, only }: BitcoinEffects['memos'], memo: BitcoinMemo): Objection[] {
  switch (memo.kind) {
    case 'none':
      return objections(count > 0 && reject('it has a memo where the order has none'));
    case 'exact':
      return objections(
        (!only || Buffer.compare(only, memo.bytes) !== 0) &&
          reject('its memo is not the order’s', { memo: textOf(only) }),
      );
    case 'names':
      return objections(
        only !== undefined &&
          !names(only, memo.receiver) &&
          reject('its memo does not name the receiver', { memo: textOf(only) }),
      );
  }
}

function returnObjections({ paid, memos }: BitcoinEffects): Objection[] {
  return objections(
    paid.length > 0 && reject('it pays others where everything is to come back', { scripts: hexOf(paid) }),
    memos.count > 0 && reject('it has a memo where nobody is paid'),
  );
}

/**
 * A memo of THORChain or Maya has its destination in the third field, with an address for refunds behind a slash (dev.thorchain.org, memos,
 * swap); the further fields name others, who must not be taken for it. In a memo of another form the receiver has to occur.
 */
function names(memo: Uint8Array, receiver: string): boolean {
  const text = Buffer.from(memo).toString('utf8');
  const [action = '', , destination] = text.split(':');
  if (!['=', 's', 'swap'].includes(action.toLowerCase())) return inOneCase(text).includes(inOneCase(receiver));
  return inOneCase(destination?.split('/')[0] ?? '') === inOneCase(receiver);

  /** Hex means the same in both cases; base58 does not. */
  function inOneCase(one: string): string {
    return /^0x[0-9a-f]{40}$/i.test(receiver) ? one.toLowerCase() : one;
  }
}

function textOf(memo: Uint8Array | undefined): string | undefined {
  return memo && Buffer.from(memo).toString('utf8');
}

function hexOf(outputs: readonly { script: Uint8Array }[]): string {
  return outputs.map(({ script }) => Buffer.from(script).toString('hex')).join();
}
