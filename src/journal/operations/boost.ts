import type { AttemptId, LeaseId } from '../../core/swap/ids.ts';
import type { Fee } from '../../core/swap/transaction-object.ts';
import type { BoostRequest, BoostResult } from '../../ports/stores/signing-records.ts';
import { encodeJson } from '../json.ts';
import { refusalOf } from '../lease/judge-commit.ts';
import { largestFee } from '../lease/largest-fee.ts';
import { readSubjects } from '../lease/read-subjects.ts';
import { feeFromStored, type StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { isEnded, lockSwap } from '../writes/lock-swap.ts';

/** Writes the CPFP child or refuses it. It is refused whenever a bump of the attempt would be. */
export async function boost(session: SqlSession, request: BoostRequest): Promise<BoostResult> {
  const { swapId, attemptId, txId, bytes, fee, trace } = request;
  const swap = await lockSwap(session, swapId);
  if (isEnded(swap)) return { kind: 'refused', why: 'swap_ended' };
  const leaseId = await lockLease(session, attemptId);
  const [subject] = leaseId
    ? await readSubjects(session, { leaseId, swaps: [{ swapId }], txId })
    : [];
  if (!leaseId || !subject) return { kind: 'refused', why: 'lease_lost' };
  const why = refusalOf({ kind: 'bump', holder: subject.holder }, subject, swap);
  if (why) return { kind: 'refused', why };

  const earlier = await boostFees(session, attemptId);
  const { chain, generation, kind: step } = subject;
  const written = await session.query(
    `with journal as (update journal_instance set committed = committed + 1 where epoch = $6 returning committed)
     insert into boosts (chain, tx_id, attempt_id, bytes, fee, created_at, sequence)
     select $1, $2, $3, $4, $5::jsonb, clock_timestamp(), committed from journal
     on conflict (chain, tx_id) do nothing returning tx_id`,
    [chain, txId, attemptId, bytes, encodeJson(fee), subject.epoch],
  );
  if (written.length === 0) return { kind: 'refused', why: 'signed_before' };
  await reserveRise(session, leaseId, largestFee([fee]) - largestFee(earlier));
  const data = { leaseId, step, generation, chain, txId, fee, guard: trace };
  const version = await changeSwap(session, {
    swapId,
    event: { type: 'attempt_boosted', data },
    progress: true,
  });
  return { kind: 'committed', version };
}

/** What the CPFP children of an attempt pay. One of them lands at most. */
export async function boostFees(session: SqlSession, attemptId: AttemptId): Promise<Fee[]> {
  const boosts = await session.query<{ fee: StoredFee }>(
    'select fee from boosts where attempt_id = $1',
    [attemptId],
  );
  return boosts.map(({ fee }) => feeFromStored(fee));
}

/** Locks the lease if the attempt is its newest one. */
async function lockLease(session: SqlSession, attemptId: AttemptId): Promise<LeaseId | undefined> {
  const [lease] = await session.query<{ id: LeaseId }>(
    `select l.id from attempts a join leases l on l.id = a.lease_id
     where a.id = $1 and not exists (select from attempts later where later.lease_id = a.lease_id and later.seq > a.seq)
     for no key update of l`,
    [attemptId],
  );
  return lease?.id;
}

/** Reserves the rise of the maximum fee above that of the earlier children. */
async function reserveRise(session: SqlSession, leaseId: LeaseId, rise: bigint): Promise<void> {
  if (rise <= 0n) return;
  await session.query(
    `update reservations r set amount = r.amount + $2 from leases l
     where l.id = $1 and r.lease_id = l.id and r.token = l.native_token`,
    [leaseId, rise],
  );
}
