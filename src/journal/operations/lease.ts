import type { LeaseRefusal } from '../../core/lease-refusal.ts';
import type { LeaseRequest, LeaseResult } from '../../ports/signing-records.ts';
import { checkNeed, chooseAllowance } from '../lease/check-allowance.ts';
import { checkBalances } from '../lease/check-balances.ts';
import { checkSubject } from '../lease/check-subject.ts';
import { lockAccount } from '../lease/choose-nonce.ts';
import { chooseTerms } from '../lease/choose-terms.ts';
import { clearExpiredHolds, lockWithExpiredHolders } from '../lease/clear-expired-holds.ts';
import { closeOtherRecovery } from '../lease/close-other-recovery.ts';
import { findLost } from '../lease/find-lost.ts';
import { findOpenStep } from '../lease/find-open-step.ts';
import { findStop } from '../lease/find-stop.ts';
import { writeLease } from '../lease/write-lease.ts';
import type { SqlSession } from '../sql-client.ts';
import { stale } from '../writes/lock-swap.ts';

/**
 * Checks everything, then writes. An account has one held lease at a time, so nonces are handed out without gaps: a lease given
 * back leaves its nonce to the next one.
 */
export async function lease(session: SqlSession, request: LeaseRequest): Promise<LeaseResult> {
  const locked = await lockWithExpiredHolders(session, request);
  const { provider, family } = await checkSubject(session, request);
  const stop = await findStop(session, { walletId: request.walletId, chain: request.chain, provider });
  if (stop) return refused({ kind: 'stopped', ...stop });

  await lockAccount(session, request);
  const { heldFor } = await clearExpiredHolds(session, request, locked);
  const openStep = await findOpenStep(session, request);
  if (openStep?.leased) {
    // An approve may be included and done with before it is proven; until then the swap has no other.
    if (request.sets) return refused({ kind: 'approve_in_flight' });
    throw stale(request.swapId, `its ${request.kind} step is leased already`);
  }
  if (heldFor !== undefined) return refused({ kind: 'wallet_busy' });
  if (await isOccupied(session, request)) return refused({ kind: 'wallet_occupied', chain: request.chain });

  const lost = await findLost(session, request);
  if (lost) return refused({ kind: 'lost_attempt', ...lost });
  const chosen = await chooseTerms(session, request, family);
  if ('refusal' in chosen) return refused(chosen.refusal);
  const { terms } = chosen;

  const short =
    (await checkBalances(session, request)) ?? (request.need && (await checkNeed(session, request, request.need)));
  if (short) return refused(short);
  const sets = request.sets && (await chooseAllowance(session, request, request.sets));
  if (sets && 'refusal' in sets) return refused(sets.refusal);

  await closeOtherRecovery(session, request);
  const allowance = sets ? { allowanceValue: sets.value } : {};
  const written = await writeLease(session, request, { openStep: openStep?.id, terms, ...allowance });
  return { kind: 'leased', ...written, terms, ...allowance };
}

/**
 * Whether the account has a lease that is not proven and lets no other stand beside it (`leases_one_at_a_time`): what a wallet contract of TON
 * takes next depends on it, and so do the coins that an address of Bitcoin has.
 */
async function isOccupied(session: SqlSession, { walletId, chain }: LeaseRequest): Promise<boolean> {
  const living = await session.query(
    `select from leases where wallet_id = $1 and chain = $2 and family in ('ton', 'bitcoin') and state = 'signed'`,
    [walletId, chain],
  );
  return living.length > 0;
}

function refused(refusal: LeaseRefusal): LeaseResult {
  return { kind: 'refused', refusal };
}
