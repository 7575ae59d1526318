import { assertNever } from '../core/assert-never.ts';
import { type Family, formatsOf } from '../core/swap/chains.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';

/**
 * The terms of an account's next lease. @param next its nonce or seqno; default: that of a new
 * account
 */
export function firstTerms(family: Family, next = 0n): LeaseTerms {
  const { leaseKind } = formatsOf(family);
  switch (leaseKind) {
    case 'nonce':
      return { kind: leaseKind, nonce: next };
    case 'seqno':
      return { kind: leaseKind, seqno: next };
    case 'expiry':
      return { kind: leaseKind };
    case 'outpoints':
      return { kind: leaseKind, outpoints: [] };
    default:
      return assertNever(leaseKind, 'kind of lease');
  }
}
