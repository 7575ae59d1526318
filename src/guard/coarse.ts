/*
 * What a person admits of a number that changes with every quote: a step of a fixed series. The
 * swap quotes again after the admission, and the next number is rarely the same.
 */

/** Two digits. `fine`: steps of at most a tenth. `rough`: of at most two and a half times. */
const series = {
  fine: digits(
    '10 11 12 13 14 15 16 17 18 19 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 55 60 65 70 75 80 85 90 95',
  ),
  rough: digits('10 20 50'),
} as const;

function digits(text: string): readonly bigint[] {
  return text.split(' ').map(BigInt);
}

/** The step at or below. Numbers below 10 are steps. */
export function stepBelow(value: bigint, of: keyof typeof series): bigint {
  const unit = unitOf(value);
  if (unit === undefined) return value;
  return (series[of].findLast((step) => step * unit <= value) ?? 10n) * unit;
}

/** The step at or above. Numbers below 10 are steps. */
export function stepAbove(value: bigint, of: keyof typeof series): bigint {
  const unit = unitOf(value);
  if (unit === undefined) return value;
  return (series[of].find((step) => step * unit >= value) ?? 100n) * unit;
}

/** The power of ten with which two digits of the value begin. */
function unitOf(value: bigint): bigint | undefined {
  const digits = value.toString().length;
  return value < 10n ? undefined : 10n ** BigInt(digits - 2);
}
