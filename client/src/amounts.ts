/**
 * Whole tokens as base units: `toBaseUnits('12.5', 6)` is `12500000n`. Throws `RangeError` if the
 * text is no decimal number, or has more places than the token.
 */
export function toBaseUnits(amount: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError(`"${amount}" is not an amount such as "12.5"`);
  if (fraction.length > decimals)
    throw new RangeError(`"${amount}" has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Base units as whole tokens: `fromBaseUnits('12500000', 6)` is `'12.5'`. */
export function fromBaseUnits(baseUnits: bigint | string, decimals: number): string {
  const value = BigInt(baseUnits);
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, '0');
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals).replace(/0+$/, ''),
  ];
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
