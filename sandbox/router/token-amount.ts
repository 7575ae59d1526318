import { formatUnits, maxUint256, parseUnits } from 'viem';
import type { Token } from '../chains/token.ts';
import { type RouterProblem, ValidationError } from './router-error.ts';

/**
 * Reads an amount in whole tokens, such as `12.5`.
 * @returns base units, above zero
 * @throws {ValidationError} 1999 malformed, 2005 zero, 2006 more decimals than the token has
 */
export function parseTokenAmount(text: string, token: Token): bigint {
  const problem = amountProblem(text, token);
  if (problem !== undefined) throw new ValidationError([problem]);
  return parseUnits(text, token.decimals);
}

function amountProblem(text: string, { symbol, decimals }: Token): RouterProblem | undefined {
  const match = /^\d{1,78}(?:\.(\d+))?$/.exec(text);
  if (match === null) return { code: 1999, reason: 'The amount is not a decimal number' };
  if (parseUnits(text, decimals) > maxUint256)
    return { code: 1999, reason: 'The amount is more than there can be' };
  if ((match[1] ?? '').length > decimals)
    return { code: 2006, reason: `${symbol} has ${decimals} decimals` };
  if (!/[1-9]/.test(text)) {
    const minAmount = formatUnits(1n, decimals);
    return {
      code: 2005,
      reason: 'The amount is below the minimum',
      data: { tokenSymbol: symbol, minAmount },
    };
  }
  return undefined;
}
