const decimal = /^([+-]?)(\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a decimal number, such as `-0.5` or `1e-7`, as an integer of `10^-scale`, without floats.
 * Digits below that round away from zero. `undefined`: it is no such number.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  const shift = scale + Number(exponent) - fraction.length;
  const size =
    shift >= 0 ? digits * 10n ** BigInt(shift) : dividedUp(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -size : size;
}

function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
