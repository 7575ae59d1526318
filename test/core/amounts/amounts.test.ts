import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  lessBps,
  maxBaseUnits,
  parseAmount,
  parseBaseUnits,
} from '../../../src/core/amounts/amounts.ts';

describe('parseAmount', () => {
  it.each([
    ['1', 6, 1_000_000n],
    ['0.000001', 6, 1n],
    ['12.5', 18, 12_500_000_000_000_000_000n],
    ['7', 0, 7n],
  ])('reads %s with %i decimals', (text, decimals, baseUnits) => {
    expect(parseAmount(text, decimals)).toEqual({ ok: true, baseUnits });
  });

  it.each([
    ['1e18', 'malformed'],
    ['-1', 'malformed'],
    ['+1', 'malformed'],
    ['1,5', 'malformed'],
    ['1.', 'malformed'],
    ['.5', 'malformed'],
    ['01', 'malformed'],
    ['', 'malformed'],
    [' 1', 'malformed'],
    ['0x10', 'malformed'],
    ['１', 'malformed'],
    ['0', 'zero'],
    ['0.000000', 'zero'],
    ['0.0000001', 'too_many_decimals'],
    [`1${'0'.repeat(78)}`, 'too_large'],
  ])('refuses %s as %s', (text, fault) => {
    expect(parseAmount(text, 6)).toEqual({ ok: false, fault });
  });

  it('gives back what formatAmount writes, to the base unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: maxBaseUnits }),
        fc.integer({ min: 0, max: 30 }),
        (baseUnits, decimals) => {
          expect(parseAmount(formatAmount(baseUnits, decimals), decimals)).toEqual({
            ok: true,
            baseUnits,
          });
        },
      ),
    );
  });
});

describe('parseBaseUnits', () => {
  it.each(['1.0', '01', '-1', '1e3', '0x1', '', ' 1'])('refuses %j', (text) => {
    expect(parseBaseUnits(text)).toEqual({ ok: false, fault: 'malformed' });
  });

  it('refuses more than 2^256 - 1', () => {
    expect(parseBaseUnits((maxBaseUnits + 1n).toString())).toEqual({
      ok: false,
      fault: 'too_large',
    });
    expect(parseBaseUnits(maxBaseUnits.toString())).toEqual({ ok: true, baseUnits: maxBaseUnits });
  });
});

describe('lessBps', () => {
  it('takes off basis points and rounds down to the base unit', () => {
    expect(lessBps(10_001n, 50)).toBe(9_950n);
    expect(lessBps(10_000n, 50)).toBe(9_950n);
    expect(lessBps(3n, 1)).toBe(2n);
  });
});
