import { assertNever } from '../../core/assert-never.ts';
import { formatsOf } from '../../core/swap/chains.ts';
import type { LeaseTerms } from '../../core/swap/swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { broken } from '../writes/lock-swap.ts';
import { explainExternalNonce } from './account-for-nonces.ts';
import type { LeaseFacts } from './read-lease.ts';
import { type Refused, refused } from './refuse.ts';

/**
 * The terms of the account's next lease, by family: the nonce that `readLease` found, unless an
 * external transaction used one; the wallet contract's next seqno; the chosen coins; or none, if
 * the signed transaction itself expires.
 */
export function chooseTerms(
  request: LeaseRequest,
  facts: LeaseFacts,
): Refused | { terms: LeaseTerms } {
  const { leaseKind } = formatsOf(facts.family);
  switch (leaseKind) {
    case 'nonce':
    case 'seqno':
      return numberOf(request, facts);
    case 'outpoints': {
      const { outpoints = [] } = request;
      if (outpoints.length === 0) throw broken('coins_of_lease', 'a Bitcoin lease needs coins');
      return { terms: { kind: leaseKind, outpoints } };
    }
    case 'expiry':
      return { terms: { kind: leaseKind } };
    default:
      return assertNever(leaseKind, 'kind of lease');
  }
}

function numberOf(request: LeaseRequest, facts: LeaseFacts): Refused | { terms: LeaseTerms } {
  const { account, chain, chainNonce } = request;
  if (chainNonce === undefined)
    throw broken('nonce_of_lease', `a lease of ${account} needs the account's next nonce or seqno`);
  const { externalNonce: expected, nonce } = facts;
  if (expected !== null) {
    const freeze = explainExternalNonce({ chain, account, chainNonce }, expected);
    return { ...refused({ kind: 'external_nonce', chainNonce, expected }), freeze };
  }
  if (nonce !== null) return { terms: { kind: 'nonce', nonce } };
  // The chain was read before the last transaction was proven, so its seqno is outdated.
  if (facts.isSeqnoTaken) return refused({ kind: 'wallet_busy' });
  return { terms: { kind: 'seqno', seqno: chainNonce } };
}
