import type { ChainName } from '../../core/swap/chains.ts';
import type { LeaseRequest, LeaseResult } from '../../ports/stores/signing-records.ts';
import { withRoomAt } from '../lease/cap-use.ts';
import { closeOtherRecovery } from '../lease/close-other-recovery.ts';
import { type ExpiredHold, judgeLease } from '../lease/judge-lease.ts';
import { lockSwapsAndAccount } from '../lease/lock-account.ts';
import { raiseNearlyUsed } from '../lease/nearly-used.ts';
import { readLease } from '../lease/read-lease.ts';
import { refuse } from '../lease/refuse.ts';
import { writeLease } from '../lease/write-lease.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';

/**
 * Leases the account's next position to a step: an EVM nonce, a TON seqno, a set of coins, or a
 * lease that only expires. One transaction, in this order:
 *
 * 1. lock: the swap, then the account's row of `wallet_chain`. A second process waits here.
 * 2. read: in one statement after the locks, so it sees what the previous process wrote. The nonce
 *    is the lowest voided one, else the larger of the journal's and the chain's next one.
 * 3. judge: stops, freezes, funds, allowance, a nonce used by an external transaction.
 * 4. write: step, lease, reservations, and the account's next nonce.
 *
 * Whatever the code does, the indexes `leases_key_unique` (one living lease per chain and key; on EVM the key is account and nonce) and
 * `leases_one_held_per_account` of `src/journal/schema.sql` refuse a second lease.
 */
export async function lease(session: SqlSession, request: LeaseRequest): Promise<LeaseResult> {
  const locked = new Set((await lockSwapsAndAccount(session, request)).map(({ id }) => id));
  let verdict = judgeLease(request, await readLease(session, request), locked);
  // The account stays locked, so the second read finds no other hold.
  for (
    ;
    verdict.kind === 'expired_hold';
    verdict = judgeLease(request, await readLease(session, request), locked)
  ) {
    await voidExpiredHold(session, request.chain, verdict.hold);
  }
  if (verdict.kind === 'refused')
    return refuse(session, request, await withRoomAt(session, request, verdict));

  const { grant } = verdict;
  await closeOtherRecovery(session, request);
  const { terms, allowanceValue } = grant;
  const written = await writeLease(session, request, grant);
  await raiseNearlyUsed(session, grant.nearlyUsed);
  return {
    kind: 'leased',
    ...written,
    terms,
    ...(allowanceValue === undefined ? {} : { allowanceValue }),
  };
}

/**
 * Voids an expired hold on the account. Under the locks of the account and of the swaps that it was
 * held for.
 */
async function voidExpiredHold(
  session: SqlSession,
  chain: ChainName,
  { leaseId, nonce, swaps }: ExpiredHold,
): Promise<void> {
  await voidLeases(session, [leaseId]);
  const data = { leaseId, why: 'expired', chain, ...(nonce === undefined ? {} : { nonce }) };
  for (const swapId of swaps)
    await changeSwap(session, { swapId, event: { type: 'lease_voided', data } });
}
