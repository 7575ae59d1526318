import type { LeaseId } from '../../core/swap/ids.ts';
import type { LeaseProof } from '../../ports/lease-proof.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { broken } from '../writes/lock-swap.ts';

export type Landed = Extract<LeaseProof, { kind: 'landed' }>;

/**
 * SQL: CTEs, of which `landed` returns the attempt that landed. It becomes final whatever its
 * status was, but an earlier final result must be the same. At most one attempt of a lease is in a
 * block, so the others leave theirs first. The parameters are `finalizeParameters`, from $1 on;
 * without a landed attempt the CTEs do nothing.
 */
export const finalizeExpressions = `
  unseen as (
    update attempts set status = 'unseen', block_number = null, block_hash = null, succeeded = null, results = null, fee_paid = null
    where lease_id = $1 and tx_id <> $2 and status = 'included'
    returning id
  ), landed as (
    update attempts set status = 'final', block_number = $3, block_hash = $4, succeeded = $5, fee_paid = $6,
      results = $7::text[]::boolean[], progressed = true
    where (select count(*) from unseen) >= 0 and lease_id = $1 and tx_id = $2
      and (status <> 'final' or (succeeded = $5 and results is not distinct from $7::text[]::boolean[]))
    returning id
  )`;

export function finalizeParameters(leaseId: LeaseId, landed?: Landed): SqlParameter[] {
  if (!landed) return [leaseId, null, null, null, null, null, null];
  const { txId, block, succeeded, feePaid, results } = landed;
  return [
    leaseId,
    txId,
    block.number,
    block.hash,
    succeeded,
    feePaid,
    results?.map(String) ?? null,
  ];
}

/** Throws `JOURNAL_BROKEN_INVARIANT`. */
export async function finalizeAttempt(
  session: SqlSession,
  leaseId: LeaseId,
  landed: Landed,
): Promise<void> {
  const text = `with ${finalizeExpressions} select from landed`;
  const attempts = await session.query(text, finalizeParameters(leaseId, landed));
  if (attempts.length === 0) throw notOfLease(leaseId, landed);
}

export function notOfLease(leaseId: LeaseId, { txId }: Landed): Error {
  return broken('proof_of_attempt', `lease ${leaseId} has no attempt ${txId} with this result`);
}
