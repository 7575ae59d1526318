import { assertNever } from './assert-never.ts';
import type { Family } from './chains.ts';

/**
 * Whether two addresses are one account's, a token's contract being an account too. On EVM the case of the letters is a checksum and
 * nothing else (EIP-55). What is in a family's canonical form on both sides is compared as it is; `other` is whatever no family knows.
 */
export function sameAccount(family: Family | 'other', a: string, b: string): boolean {
  switch (family) {
    case 'evm':
      return a.toLowerCase() === b.toLowerCase();
    case 'tron':
    case 'solana':
    case 'ton':
    case 'bitcoin':
    case 'other':
      return a === b;
    default:
      return assertNever(family, 'family');
  }
}
