import { formatAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { CapBound } from './cap.ts';

/**
 * An amount of a cap with its unit, for people. Payments are a bare number.
 * @param decimals of the token, for a cap of an amount
 */
export function showCapAmount(amount: bigint, unit: CapBound['unit'], decimals: number): string {
  switch (unit) {
    case 'usd':
      return `${formatAmount(amount, 18)} USD`;
    case 'amount':
      return `${formatAmount(amount, decimals)} tokens`;
    case 'count':
      return `${amount}`;
    default:
      return assertNever(unit, 'unit of a cap');
  }
}
