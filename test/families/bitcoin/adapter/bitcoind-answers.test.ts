import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitcoins,
  blockOf,
  envelope,
  feeEstimate,
  transactionOf,
} from '../../../../src/families/bitcoin/adapter/bitcoind/answers.ts';

/** As bitcoind writes it. */
const written = (satoshis: bigint): string =>
  `${satoshis / 100_000_000n}.${(satoshis % 100_000_000n).toString().padStart(8, '0')}`;

const maxSatoshis = 2_100_000_000_000_000n;

describe('bitcoind’s amounts', () => {
  it('are read to the satoshi, whichever they are', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxSatoshis }), (satoshis) => {
        expect(bitcoins.parse(JSON.parse(written(satoshis)))).toBe(satoshis);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([0n, 1n, 10n, 29n, 57n, 115_000_000n, 2_099_999_999_999_999n, maxSatoshis])(
    'are read as %d',
    (satoshis) => {
      expect(bitcoins.parse(JSON.parse(written(satoshis)))).toBe(satoshis);
    },
  );

  it.each([
    ['fractions of a satoshi', '0.000000015'],
    ['more than there is', '21000000.00000001'],
    ['less than nothing', '-0.00000001'],
    ['a text', '"0.00000001"'],
    ['nothing', 'null'],
  ])('are refused as %s', (_what, text) => {
    expect(bitcoins.safeParse(JSON.parse(text)).success).toBe(false);
  });
});

describe('bitcoind’s answers', () => {
  it('are a result or a refusal', () => {
    expect(envelope.parse({ result: null, error: null, id: 1 })).toEqual({
      result: null,
      error: null,
    });
    expect(envelope.parse({ jsonrpc: '2.0', result: 5, id: 1 })).toEqual({ result: 5 });
    const error = { code: -5, message: 'Block not found' };
    expect(envelope.parse({ result: null, error, id: 1 })).toEqual({ error });
    expect(envelope.safeParse({ result: null, error: 'no', id: 1 }).success).toBe(false);
    expect(envelope.safeParse('Work queue depth exceeded').success).toBe(false);
  });

  it('tell a rate, or that there is none, but no rate of nothing', () => {
    expect(feeEstimate.parse({ feerate: 0.00001234, blocks: 3 })).toEqual({ feerate: 1_234n });
    expect(
      feeEstimate.parse({ errors: ['Insufficient data or no feerate found'], blocks: 0 }),
    ).toEqual({});
    expect(feeEstimate.parse({ feerate: -1, blocks: 3 })).toEqual({});
    expect(feeEstimate.safeParse({ feerate: 0, blocks: 3 }).success).toBe(false);
  });

  it('are not taken for a transaction or a block that they are not', () => {
    // The first block of regression tests, and the transaction in it.
    const coinbase =
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65' +
      '732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062' +
      '616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4c' +
      'ef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';
    const header =
      '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc388' +
      '8a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000';
    const txId = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
    const hash = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
    expect(transactionOf(txId.toUpperCase()).parse(coinbase).getId()).toBe(txId);
    expect(transactionOf('ab'.repeat(32)).safeParse(coinbase).success).toBe(false);
    expect(transactionOf(txId).safeParse(`${coinbase}00`).success).toBe(false);
    expect(blockOf(hash).parse(`${header}01${coinbase}`)).toHaveLength(1);
    expect(blockOf(txId).safeParse(`${header}01${coinbase}`).success).toBe(false);
    expect(blockOf(hash).safeParse(header).success).toBe(false);
    // The same header above more, or less, than was in the block.
    expect(
      blockOf(hash).safeParse(
        `${header}02${coinbase}${coinbase.replace('ffff001d0104', 'ffff001d0105')}`,
      ).success,
    ).toBe(false);
    expect(
      blockOf(hash).safeParse(`${header}01${coinbase.replace('ffff001d0104', 'ffff001d0105')}`)
        .success,
    ).toBe(false);
  });
});
