import { formatAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { CapUnit } from './cap.ts';
import { unitDecimals } from './unit-decimals.ts';

/**
 * An amount of a cap with its unit, for people. Payments are a bare number.
 * @param decimals of the token, for a cap of an amount
 */
export function showCapAmount(amount: bigint, unit: CapUnit, decimals: number): string {
  const text = formatAmount(amount, unitDecimals(unit, decimals));
  switch (unit) {
    case 'usd':
      return `${text} USD`;
    case 'amount':
      return `${text} tokens`;
    case 'count':
      return text;
    default:
      return assertNever(unit, 'unit of a cap');
  }
}
