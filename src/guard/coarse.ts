/*
 * What a person admits of a number that changes with every quote: a step of a fixed series. The
 * swap quotes again after the admission, and the next number is rarely the same.
 */

/** Two digits. `fine`: steps of at most a tenth. `rough`: of at most two and a half times. */
const series = {
  fine: [
    10n,
    11n,
    12n,
    13n,
    14n,
    15n,
    16n,
    17n,
    18n,
    19n,
    20n,
    22n,
    24n,
    26n,
    28n,
    30n,
    32n,
    34n,
  ].concat([36n, 38n, 40n, 42n, 44n, 46n, 48n, 50n, 55n, 60n, 65n, 70n, 75n, 80n, 85n, 90n, 95n]),
  rough: [10n, 20n, 50n],
} as const;

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
