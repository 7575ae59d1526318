import { assertNever } from '../assert-never.ts';
import type { CapUnit } from './cap.ts';

/**
 * Decimals of a cap's amounts: 18 of US dollars, 0 of payments.
 * @param ofToken decimals of the token that a cap in tokens counts
 */
export function unitDecimals(unit: CapUnit, ofToken: number): number {
  switch (unit) {
    case 'usd':
      return 18;
    case 'amount':
      return ofToken;
    case 'count':
      return 0;
    default:
      return assertNever(unit, 'unit of a cap');
  }
}
