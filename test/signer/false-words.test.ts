import { describe, expect, it } from 'vitest';
import { jsonWithAmounts } from '../../src/core/text/json-with-amounts.ts';
import type { Intent } from '../../src/ports/guard.ts';
import { parseSigningRequest } from '../../src/signer/socket/request-schema.ts';
import { aSwapRequest } from '../guard/scenario.ts';
import { aSwap } from '../support/snapshot.ts';

const coin = 10n ** 18n;

/** What a worker says over the socket, of the payment of the guard's tests. */
function said(change: { fee?: object; feeSpent?: bigint; declaredFee?: bigint } = {}) {
  const { unsigned, lease, intent, job } = aSwapRequest();
  if (intent.kind !== 'swap') throw new Error('the payment is a swap');
  const own = { ...unsigned, fee: { ...unsigned.fee, ...change.fee } };
  const order = { ...intent.order, declaredFee: change.declaredFee ?? intent.order.declaredFee };
  const part = {
    swap: { ...aSwap(), id: '6f2ef9a2-5d3c-4a8e-9a3e-1f0f5f0f5f0f', job },
    lease,
    intent: { ...intent, order } satisfies Intent,
    transaction: order.transaction,
    unsigned: own,
    feeSpent: change.feeSpent ?? 0n,
  };
  return parseSigningRequest(JSON.parse(jsonWithAmounts({ unsigned: own, parts: [part] })));
}

describe('what a worker says over the socket', () => {
  it('is read if it is honest', () => {
    expect(said()).toMatchObject({ ok: true });
  });

  it.each([
    ['a fee beside gas below nothing', { fee: { surcharge: -1_000n * coin } }, '/unsigned/fee'],
    ['a gas limit below nothing', { fee: { gasLimit: -1n } }, '/unsigned/fee'],
    ['fees that others have paid back', { feeSpent: -coin }, '/parts/0/feeSpent'],
    [
      'an order that declares a fee below nothing',
      { declaredFee: -coin },
      '/parts/0/intent/order/declaredFee',
    ],
  ])('is not read if it names %s', (_what, change, where) => {
    const read = said(change);
    expect(read).toMatchObject({ ok: false });
    expect(read.ok ? '' : read.fault).toContain(`${where}: `);
  });
});
