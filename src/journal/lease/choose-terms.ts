import { assertNever } from '../../core/assert-never.ts';
import type { Family } from '../../core/chains.ts';
import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import type { LeaseTerms } from '../../core/swap.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { broken } from '../writes/lock-swap.ts';
import { freezeIfForeign } from './account-for-nonces.ts';
import { chooseNonce } from './choose-nonce.ts';

type Chosen = { terms: LeaseTerms } | { refusal: LeaseRefusal };

/**
 * The terms of the account's next lease: its lowest free nonce, unless somebody else has used one; the number that its wallet contract
 * takes next; its coins; or none, where they end by what will be signed. Under the lock of the account.
 */
export async function chooseTerms(session: SqlSession, request: LeaseRequest, family: Family): Promise<Chosen> {
  switch (family) {
    case 'evm':
      return chooseForAccount(session, request, async (account) => ({
        terms: { kind: 'nonce', nonce: await chooseNonce(session, account) },
      }));
    case 'ton':
      return chooseForAccount(session, request, async ({ chainNonce: seqno }) =>
        (await isTaken(session, request, seqno))
          ? { refusal: { kind: 'wallet_busy' } }
          : { terms: { kind: 'seqno', seqno } },
      );
    case 'bitcoin': {
      const { outpoints = [] } = request;
      if (outpoints.length === 0) throw broken('coins_of_lease', 'a transaction of Bitcoin spends coins');
      return { terms: { kind: 'outpoints', outpoints } };
    }
    case 'tron':
    case 'solana':
      return { terms: { kind: 'expiry' } };
    default:
      return assertNever(family, 'family');
  }
}

type Numbered = LeaseRequest & { chainNonce: bigint };

async function chooseForAccount(
  session: SqlSession,
  request: LeaseRequest,
  choose: (account: Numbered) => Promise<Chosen>,
): Promise<Chosen> {
  const { chainNonce } = request;
  if (chainNonce === undefined) throw broken('nonce_of_lease', `${request.account} has a next number on its chain`);
  const account = { ...request, chainNonce };
  const expected = await freezeIfForeign(session, account);
  return expected === undefined ? choose(account) : { refusal: { kind: 'foreign_nonce', chainNonce, expected } };
}

/** What the chain was asked before the last transaction was proven is too old to go by. */
async function isTaken(session: SqlSession, { walletId, chain }: LeaseRequest, seqno: bigint): Promise<boolean> {
  const taken = await session.query(
    `select from leases where wallet_id = $1 and chain = $2 and nonce >= $3 and state in ('consumed', 'dead') limit 1`,
    [walletId, chain, seqno],
  );
  return taken.length > 0;
}
