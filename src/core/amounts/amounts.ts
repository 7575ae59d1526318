/**
 * Amounts are `bigint` base units internally, and human decimal strings at the edges. Never floats.
 */

/** The largest amount of any supported chain: 2^256 - 1 (EVM `uint256`). */
export const maxBaseUnits = (1n << 256n) - 1n;

export type AmountFault = 'malformed' | 'zero' | 'too_many_decimals' | 'too_large';
export type ParsedAmount = { ok: true; baseUnits: bigint } | { ok: false; fault: AmountFault };

const humanDecimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const canonicalInteger = /^(0|[1-9]\d{0,77})$/;

/**
 * Reads a human decimal string such as `"12.5"` as base units of a token with `decimals`. No
 * exponent, sign or grouping.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const match = text.length <= 160 ? humanDecimal.exec(text) : null;
  if (!match) return { ok: false, fault: 'malformed' };
  const [, whole = '0', fraction = ''] = match;
  if (fraction.length > decimals) return { ok: false, fault: 'too_many_decimals' };
  return bounded(BigInt(whole + fraction.padEnd(decimals, '0')));
}

/**
 * Reads a canonical unsigned integer string of base units: no sign, no leading zero, at most 78
 * digits.
 */
export function parseBaseUnits(text: string): ParsedAmount {
  return canonicalInteger.test(text) ? bounded(BigInt(text)) : { ok: false, fault: 'malformed' };
}

function bounded(baseUnits: bigint): ParsedAmount {
  if (baseUnits === 0n) return { ok: false, fault: 'zero' };
  if (baseUnits > maxBaseUnits) return { ok: false, fault: 'too_large' };
  return { ok: true, baseUnits };
}

/**
 * Writes base units as a human decimal string without trailing zeros: `(12_500_000n, 6)` is
 * `"12.5"`.
 */
export function formatAmount(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** For a person: `(12_500_000n, { symbol: 'USDC', decimals: 6 })` is `"12.5 USDC"`. */
export function describeAmount(
  baseUnits: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${formatAmount(baseUnits, decimals)} ${symbol}`;
}

/**
 * The part of `amount` left after `bps` (1/10,000) is taken off, rounded down, as routing services
 * do it.
 */
export function lessBps(amount: bigint, bps: number): bigint {
  return (amount * BigInt(10_000 - bps)) / 10_000n;
}
