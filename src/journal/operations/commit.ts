import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { CommitRequest, CommitResult } from '../../ports/stores/signing-records.ts';
import { judgeCommit, wantedOf } from '../lease/judge-commit.ts';
import { readSubjects } from '../lease/read-subjects.ts';
import { changeBy, writeAttempt } from '../lease/write-attempt.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { type LockedSwap, lockEach } from '../writes/lock-swap.ts';

/** Locks swaps by their ids, and the lease only after them: another swap may be joining it. */
const lock = `
  with swap as materialized (
    ${lockEach('unnest($1::uuid[])')}
  ), lease as materialized (
    select id from leases where id = $2 and (select count(*) from swap) > 0 for no key update
  )
  select swap.* from swap left join lease on true`;

/** Writes the attempt or refuses it. */
export async function commit(session: SqlSession, request: CommitRequest): Promise<CommitResult> {
  const { leaseId } = request;
  const wanted = wantedOf(request);
  const swaps = await lockWithLease(
    session,
    wanted.map((one) => one.swapId),
    leaseId,
  );
  const verdict = judgeCommit(
    request,
    swaps,
    await readSubjects(session, { ...request, swaps: wanted }),
  );
  if (verdict.kind === 'refused') return verdict;

  const { served } = verdict;
  const [, ...others] = served;
  for (const one of others)
    await changeSwap(session, { swapId: one.swapId, ...changeBy(request, one) });
  // Last, because from here on the next commit waits for this transaction.
  return { kind: 'committed', ...(await writeAttempt(session, request, served)) };
}

/** Returns the swaps that exist. The lease may not exist. */
async function lockWithLease(
  session: SqlSession,
  swapIds: Iterable<SwapId>,
  leaseId: LeaseId,
): Promise<LockedSwap[]> {
  return await session.query<LockedSwap>(lock, [[...new Set(swapIds)].sort(), leaseId]);
}
