import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import type { LeaseTerms } from '../../core/swap.ts';
import type { LeaseRequest } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeIfForeign } from './account-for-nonces.ts';
import { chooseNonce } from './choose-nonce.ts';

/**
 * The terms of the account's next lease: its lowest free nonce, unless somebody else has used one; where transactions have none they end by
 * what will be signed. Under the lock of the account.
 */
export async function chooseTerms(
  session: SqlSession,
  request: LeaseRequest,
): Promise<{ terms: LeaseTerms } | { refusal: LeaseRefusal }> {
  const { chainNonce } = request;
  if (chainNonce === undefined) return { terms: { kind: 'expiry' } };
  const account = { ...request, chainNonce };
  const expected = await freezeIfForeign(session, account);
  if (expected !== undefined) return { refusal: { kind: 'foreign_nonce', chainNonce, expected } };
  return { terms: { kind: 'nonce', nonce: await chooseNonce(session, account) } };
}
