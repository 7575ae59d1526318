import type { LeaseTerms } from '../../src/core/swap/swap.ts';

/** The nonce of a lease whose family has nonces. */
export function nonceOf(terms: LeaseTerms): bigint {
  if (terms.kind !== 'nonce') throw new Error('the lease has no nonce');
  return terms.nonce;
}
