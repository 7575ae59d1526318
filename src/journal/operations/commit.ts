import type { CommitRequest, CommitResult } from '../../ports/stores/signing-records.ts';
import { judgeCommit, wantedOf } from '../lease/judge-commit.ts';
import { lockWithLease } from '../lease/lock-with-lease.ts';
import { readSubjects } from '../lease/read-subjects.ts';
import { changeBy, writeAttempt } from '../lease/write-attempt.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';

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
