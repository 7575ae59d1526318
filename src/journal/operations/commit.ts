import type { AttemptId, SwapId } from '../../core/ids.ts';
import { isPayment } from '../../core/swap.ts';
import type { CommitRequest, CommitResult } from '../../ports/signing-records.ts';
import { judgeCommit, type Served, wantedOf } from '../lease/judge-commit.ts';
import { lockWithLease } from '../lease/lock-with-lease.ts';
import { readSubjects } from '../lease/read-subjects.ts';
import { writeAttempt } from '../lease/write-attempt.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { stale } from '../writes/lock-swap.ts';

/** Refuses, or writes the attempt; nothing in between. */
export async function commit(session: SqlSession, request: CommitRequest): Promise<CommitResult> {
  const { swapId, leaseId } = request;
  const wanted = wantedOf(request);
  const swaps = await lockWithLease(
    session,
    wanted.map((one) => one.swapId),
    leaseId,
  );
  const verdict = judgeCommit(request, swaps, await readSubjects(session, { ...request, swaps: wanted }));
  if (verdict.kind === 'refused') return verdict;

  const { served } = verdict;
  const { attemptId, seq } = await writeAttempt(session, request, served);
  const versions: number[] = [];
  for (const one of served) versions.push(await recordAttempt(session, request, one, seq));
  await giveSequence(session, swapId, attemptId, served[0].subject.epoch);
  return { kind: 'committed', attemptId, version: versions[0] ?? 0 };
}

/** Returns the swap's new version. */
async function recordAttempt(
  session: SqlSession,
  { leaseId, kind, txId, fee, expires, added }: CommitRequest,
  { swapId, subject }: Served,
  seq: number,
): Promise<number> {
  const { chain, nonce, generation } = subject;
  const bounds = { ...(nonce === null ? {} : { nonce }), ...(expires === undefined ? {} : { expires }) };
  const data = {
    leaseId,
    kind,
    seq,
    step: subject.kind,
    generation,
    chain,
    ...bounds,
    txId,
    fee,
    ...(added ? { added } : {}),
  };
  const pays = kind === 'pay' && isPayment(subject.kind);
  return await changeSwap(session, {
    swapId,
    event: { type: 'attempt_committed', data },
    ...(pays ? { state: 'executing', fundsState: 'in_flight' } : {}),
    progress: true,
  });
}

/**
 * Numbers attempts in the order of their COMMITs: who comes second waits here until the first one's is done. Last of all, so that nobody
 * waits longer, and nothing else is waited for meanwhile. Nothing is committed across a rollback that was noticed since the lease was read.
 */
async function giveSequence(session: SqlSession, swapId: SwapId, attemptId: AttemptId, epoch: bigint): Promise<void> {
  const given = await session.query(
    `with journal as (update journal_instance set committed = committed + 1 where epoch = $2 returning committed)
     update attempts set sequence = journal.committed from journal where id = $1 returning id`,
    [attemptId, epoch],
  );
  if (given.length === 0) throw stale(swapId, 'the journal was rolled back meanwhile');
}
