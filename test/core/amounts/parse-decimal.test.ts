import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../src/core/amounts/parse-decimal.ts';

describe('parseDecimal', () => {
  it.each([
    ['35', 2, 3_500n],
    ['0.02', 2, 2n],
    ['-3.01', 2, -301n],
    ['+1', 0, 1n],
    ['1e-7', 9, 100n],
    ['1.5E3', 0, 1_500n],
    ['007', 0, 7n],
    // Away from zero: a bound is not met by rounding.
    ['1.0000001', 2, 101n],
    ['-0.001', 2, -1n],
    ['1e-30', 18, 1n],
    ['0', 18, 0n],
  ])('reads %s in units of 10^-%i', (text, scale, value) => {
    expect(parseDecimal(text, scale)).toBe(value);
  });

  it.each(['', '.5', '5.', '1,000', '0x10', 'NaN', 'Infinity', '1e1000', ' 1', '1 %'])(
    'does not read %j',
    (text) => {
      expect(parseDecimal(text, 2)).toBeUndefined();
    },
  );
});
