import type { LeaseTerms } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';

/** The nonce of an EVM lease. Throws `INTERNAL` for the terms of another family. */
export function requireNonce(terms: LeaseTerms): bigint {
  if (terms.kind === 'nonce') return terms.nonce;
  throw new FerrymanError('INTERNAL', 'the lease of an EVM account has no nonce');
}
