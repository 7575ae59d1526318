import { describe, expect, it } from 'vitest';
import { tronAccountOf, tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';

/** Known addresses: Tether on TRON, wrapped TRX, and the account of zeros. */
const known = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', '0x891cdb91d149f23b1a45d9c5ca78a88d0cb44c18'],
  [tronNativeToken, `0x${'0'.repeat(40)}`],
] as const;

describe('TRON addresses', () => {
  it.each(known)('%s is the account %s', (address, account) => {
    expect(tronAccountOf(address)).toBe(account);
    expect(tronAddressOf(account)).toBe(address);
    expect(tronAddressOf(account.slice(2).toUpperCase())).toBe(address);
  });

  it.each([
    ['nothing', ''],
    ['a wrong letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['letters in another order', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt'],
    ['an EVM address', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['the hexadecimal form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a zero', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60'],
    ['a leading space', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('is not %s', (_what, text) => {
    expect(tronAccountOf(text)).toBeUndefined();
  });

  it.each(['', '0x12', `0x${'g'.repeat(40)}`, `41${'a'.repeat(40)}`])(
    'has none of %o',
    (account) => {
      expect(() => tronAddressOf(account)).toThrow(TypeError);
    },
  );
});
