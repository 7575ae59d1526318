import { assertNever } from '../core/assert-never.ts';
import type { Signature } from '../ports/signature-log.ts';

/** Attempts of one name are under one lease. */
export function leaseNameOf({
  chain,
  txId,
  lease: { account, terms },
}: Pick<Signature, 'chain' | 'txId' | 'lease'>): string {
  const place = `${chain} ${account}`;
  switch (terms.kind) {
    case 'nonce':
      return `${place} ${terms.nonce}`;
    case 'seqno':
      return `${place} ${terms.seqno}`;
    case 'outpoints':
      return `${place} ${[...terms.outpoints].sort().join()}`;
    case 'expiry':
      return `${place} ${txId}`;
    default:
      return assertNever(terms, 'lease terms');
  }
}

/** Whether at most one of two attempts can land: they use the same number, or the same coin. */
export function excludes(
  one: Pick<Signature, 'chain' | 'lease'>,
  other: Pick<Signature, 'chain' | 'lease'>,
): boolean {
  if (one.chain !== other.chain || one.lease.account !== other.lease.account) return false;
  const [a, b] = [one.lease.terms, other.lease.terms];
  if (a.kind === 'nonce' && b.kind === 'nonce') return a.nonce === b.nonce;
  if (a.kind === 'seqno' && b.kind === 'seqno') return a.seqno === b.seqno;
  if (a.kind === 'outpoints' && b.kind === 'outpoints')
    return a.outpoints.some((outpoint) => b.outpoints.includes(outpoint));
  return false;
}
