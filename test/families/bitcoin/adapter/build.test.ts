import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildChild, changeOf } from '../../../../src/families/bitcoin/adapter/build-child.ts';
import {
  buildPayment,
  type PaymentRequest,
} from '../../../../src/families/bitcoin/adapter/build-payment.ts';
import type { Coin } from '../../../../src/families/bitcoin/adapter/fund-outputs.ts';
import {
  feeOf,
  virtualSizeOf,
} from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { dustLimit, outputFault } from '../../../../src/families/bitcoin/adapter/outputs.ts';
import { replacementFee } from '../../../../src/families/bitcoin/adapter/replacement-fee.ts';
import { txIdOf } from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { bitcoinScriptOf } from '../../../../src/families/bitcoin/formats/address.ts';
import { memoScript, readMemoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import { outpointKey } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import { scripts } from './build-psbt.ts';

const { wallet, vault } = scripts;
const coin = (value: bigint, index: number): Coin => ({
  txid: index.toString(16).padStart(64, '0'),
  vout: index,
  value,
  script: wallet,
});
const coins = [coin(40_000n, 1), coin(90_000n, 2), coin(60_000n, 3)];
const request: PaymentRequest = {
  coins,
  payment: { value: 50_000n, script: vault },
  memo: Buffer.from('=:ETH.ETH:0x1234'),
  changeScript: wallet,
  feeRate: 5_000n,
  maxFee: 10_000n,
};
const failing = (code: string) => expect.objectContaining({ code });

describe('a payment', () => {
  it('is made from the largest coin, with its memo, and the change goes back', () => {
    const payment = buildPayment(request);
    const { inputs, outputs } = payment.transaction;
    expect(inputs.map(outpointKey)).toEqual([outpointKey(coin(0n, 2))]);
    expect(inputs.every(({ sequence }) => sequence === 0xffff_fffd)).toBe(true);
    const fee = virtualSizeOf(payment) * 5n;
    expect(outputs).toEqual([
      { value: 50_000n, script: vault },
      { value: 0n, script: memoScript(Buffer.from('=:ETH.ETH:0x1234')) },
      { value: 40_000n - fee, script: wallet },
    ]);
    expect(feeOf(payment)).toBe(fee);
  });

  it('is the same whatever the order of the coins', () => {
    const payment = { ...request.payment, value: 140_000n };
    const orders = [coins, [...coins].reverse()].map((order) =>
      buildPayment({ ...request, payment, coins: order }),
    );
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]?.transaction.inputs).toHaveLength(2);
  });

  it('leaves no change that would be dust', () => {
    const whole = buildPayment({
      ...request,
      payment: { value: 90_000n - 1_000n, script: vault },
      coins: [coin(90_000n, 2)],
    });
    expect(whole.transaction.outputs).toHaveLength(2);
    expect(feeOf(whole)).toBe(1_000n);
  });

  it.each<[string, string, Partial<PaymentRequest>]>([
    ['more than there is', 'INSUFFICIENT_BALANCE', { payment: { value: 190_000n, script: vault } }],
    ['nothing to pay from', 'INSUFFICIENT_BALANCE', { coins: [] }],
    ['a fee above the cap', 'FEE_TOO_HIGH', { maxFee: 500n }],
    ['dust', 'ROUTER_MALFORMED', { payment: { value: 329n, script: vault } }],
    ['an empty memo', 'ROUTER_MALFORMED', { memo: Buffer.alloc(0) }],
    ['a memo that nodes would not pass on', 'ROUTER_MALFORMED', { memo: Buffer.alloc(81, 65) }],
    [
      'more coins than fit',
      'INSUFFICIENT_BALANCE',
      {
        coins: Array.from({ length: 2_000 }, (_, index) => coin(700n, index)),
        payment: { value: 1_150_000n, script: vault },
        feeRate: 100n,
        maxFee: 1_000_000n,
      },
    ],
  ])('is refused with %s', (_what, code, change) => {
    expect(() => buildPayment({ ...request, ...change })).toThrow(failing(code));
  });

  it('never pays less than its rate nor loses a satoshi, whatever the coins', () => {
    const amounts = fc.array(fc.bigInt({ min: 300n, max: 100_000n }), {
      minLength: 1,
      maxLength: 20,
    });
    const rates = fc.bigInt({ min: 1_000n, max: 200_000n });
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt({ min: 330n, max: 200_000n }),
        rates,
        (values, value, feeRate) => {
          const given = {
            ...request,
            coins: values.map(coin),
            payment: { value, script: vault },
            feeRate,
            maxFee: 10n ** 9n,
          };
          let funded: ReturnType<typeof buildPayment>;
          try {
            funded = buildPayment(given);
          } catch (error) {
            expect(error).toEqual(failing('INSUFFICIENT_BALANCE'));
            return;
          }
          const size = virtualSizeOf(funded);
          expect(feeOf(funded) * 1_000n).toBeGreaterThanOrEqual(feeRate * size);
          // Above the rate: what change there could have been, and the bytes of it.
          expect(feeOf(funded)).toBeLessThan((feeRate * (size + 32n)) / 1_000n + dustLimit(wallet));
          expect(outputFault(funded.transaction.outputs)).toBeUndefined();
          expect(funded.transaction.outputs[0]).toEqual({ value, script: vault });
        },
      ),
    );
  });
});

describe('the dust limit', () => {
  // Bitcoin Core, policy.cpp, `GetDustThreshold`, and its comment.
  it.each([
    ['p2wpkh', 20, 294n],
    ['p2wsh', 32, 330n],
    ['p2pkh', 20, 546n],
    ['p2sh', 20, 540n],
  ] as const)('of %s is that of nodes', (kind, length, limit) => {
    expect(dustLimit(bitcoinScriptOf(kind, Buffer.alloc(length, 1)))).toBe(limit);
  });

  it('of taproot is that of nodes', () => {
    const key = Buffer.from(
      '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'hex',
    );
    expect(dustLimit(bitcoinScriptOf('p2tr', key))).toBe(330n);
  });
});

describe('a memo', () => {
  it.each([1, 75, 76, 80])('of %i bytes is read as it was written', (length) => {
    const memo = new Uint8Array(length).fill(65);
    expect(readMemoScript(memoScript(memo))).toEqual(memo);
  });
});

describe('a transaction that is stuck', () => {
  const original = buildPayment({ ...request, feeRate: 1_000n });
  const rate = 20_000n;
  const terms = { own: [wallet] as const, feeRate: rate, maxFee: 10_000n };

  it('is sped up by a child that pays for both from the change', () => {
    const child = buildChild(original, terms);
    expect(child.transaction.inputs.map(outpointKey)).toEqual([
      `${txIdOf(original.transaction)}:2`,
    ]);
    expect(child.transaction.outputs.map(({ script }) => script)).toEqual([wallet]);
    const size = virtualSizeOf(original) + virtualSizeOf(child);
    expect(feeOf(original) + feeOf(child)).toBe(size * 20n);
  });

  it('has no child that pays less than its own rate', () => {
    const dear = buildPayment({ ...request, feeRate: 40_000n, maxFee: 20_000n });
    const child = buildChild(dear, terms);
    expect(feeOf(child)).toBe(virtualSizeOf(child) * 20n);
  });

  it('has no child where there is no change, or too little', () => {
    const whole = buildPayment({ ...request, coins: [coin(50_300n, 1)], feeRate: 1_000n });
    expect(changeOf(whole, [wallet])).toEqual([]);
    expect(() => buildChild(whole, terms)).toThrow(failing('INSUFFICIENT_BALANCE'));
    expect(() => buildChild(original, { ...terms, feeRate: 400_000n, maxFee: 10n ** 6n })).toThrow(
      failing('INSUFFICIENT_BALANCE'),
    );
    expect(() => buildChild(original, { ...terms, maxFee: 100n })).toThrow(failing('FEE_TOO_HIGH'));
  });

  it('has a further child in the place of the first, dearer than that by what nodes ask, however low the rate', () => {
    const first = buildChild(original, terms);
    const earlier = {
      family: 'bitcoin',
      total: feeOf(first),
      virtualSize: virtualSizeOf(first),
    } as const;
    const again = buildChild(original, { ...terms, earlier });
    expect(again.transaction.inputs).toEqual(first.transaction.inputs);
    // BIP-125, rules 3 and 4.
    expect(feeOf(again)).toBe(feeOf(first) + virtualSizeOf(again));
    const dear = buildChild(original, { ...terms, feeRate: 30_000n, earlier });
    expect(feeOf(original) + feeOf(dear)).toBe(
      (virtualSizeOf(original) + virtualSizeOf(dear)) * 30n,
    );
    expect(() => buildChild(original, { ...terms, earlier, maxFee: feeOf(first) })).toThrow(
      failing('FEE_TOO_HIGH'),
    );
  });
});

describe('the fee of what takes the place of another transaction', () => {
  const fee = (total: bigint, virtualSize: bigint) =>
    ({ family: 'bitcoin', total, virtualSize }) as const;
  const plenty = 10n ** 9n;

  it('is what the market asks where that is enough, as far as it may be spent', () => {
    expect(replacementFee(fee(1_000n, 200n), 0n, fee(5_000n, 110n), plenty)).toEqual(
      fee(5_000n, 110n),
    );
    expect(replacementFee(fee(1_000n, 200n), 0n, fee(5_000n, 110n), 3_000n)).toEqual(
      fee(3_000n, 110n),
    );
  });

  it('is above all that goes with what is replaced, by what passing it on costs', () => {
    // BIP-125, rules 3 and 4.
    expect(replacementFee(fee(1_000n, 200n), 700n, fee(110n, 110n), plenty).total).toBe(
      1_000n + 700n + 110n,
    );
    expect(replacementFee(fee(1_000n, 200n), 700n, fee(5_000n, 110n), 500n).total).toBe(1_810n);
  });

  it('is higher for each virtual byte as well', () => {
    const { total, virtualSize } = replacementFee(fee(10_000n, 110n), 0n, fee(500n, 500n), plenty);
    expect(total * 110n).toBeGreaterThan(10_000n * virtualSize);
  });
});
