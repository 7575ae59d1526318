import type { LeaseTerms } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';

type SeqnoTerms = Extract<LeaseTerms, { kind: 'seqno' }>;

/**
 * The number and the end of a lease of this family. Throws `INTERNAL` for the terms of another one.
 */
export function requireSeqno(terms: LeaseTerms): SeqnoTerms {
  if (terms.kind === 'seqno') return terms;
  throw new FerrymanError('INTERNAL', 'the lease of a TON wallet has no seqno');
}
