import type { LeaseId } from '../../core/swap/ids.ts';
import type { LeaseRequest, LeaseResult } from '../../ports/stores/signing-records.ts';
import { withRoomAt } from '../lease/cap-use.ts';
import { judgeJoin } from '../lease/judge-lease.ts';
import { lockAccount } from '../lease/lock-account.ts';
import { raiseNearlyUsed } from '../lease/nearly-used.ts';
import { readLease } from '../lease/read-lease.ts';
import { refuse } from '../lease/refuse.ts';
import { writeJoin } from '../lease/write-lease.ts';
import type { SqlSession } from '../sql-client.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

/** Checks what `lease` checks, and that `holder` still holds the lease. */
export async function joinLease(
  session: SqlSession,
  request: LeaseRequest & { leaseId: LeaseId },
): Promise<LeaseResult> {
  assertNotEnded(await lockSwapAt(session, request));
  await lockAccount(session, request);
  const seqno = await lockHold(session, request);
  const verdict = judgeJoin(request, await readLease(session, request), seqno);
  if (verdict.kind === 'refused')
    return refuse(session, request, await withRoomAt(session, request, verdict));

  const { leaseId } = request;
  const { grant } = verdict;
  const { terms } = grant;
  const written = await writeJoin(session, request, { ...grant, leaseId });
  await raiseNearlyUsed(session, grant.nearlyUsed);
  return { kind: 'leased', ...written, terms };
}

/**
 * The lease's seqno; undefined if this holder does not hold it any more, or if it is another
 * account's.
 */
async function lockHold(
  session: SqlSession,
  { leaseId, holder, walletId, chain }: LeaseRequest & { leaseId: LeaseId },
): Promise<bigint | undefined> {
  const [held] = await session.query<{ nonce: bigint }>(
    `select nonce from leases
     where id = $1 and holder = $2 and wallet_id = $3 and chain = $4 and state = 'held' and held_until > clock_timestamp()
     for no key update`,
    [leaseId, holder, walletId, chain],
  );
  return held?.nonce;
}
