import type { LeaseTerms } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';

type SeqnoTerms = Extract<LeaseTerms, { kind: 'seqno' }>;

/**
 * The seqno and the expiry of a TON lease. Throws `INTERNAL` for another family's terms.
 */
export function requireSeqno(terms: LeaseTerms): SeqnoTerms {
  if (terms.kind === 'seqno') return terms;
  throw new FerrymanError('INTERNAL', 'the lease of a TON wallet has no seqno');
}
