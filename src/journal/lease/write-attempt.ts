import { randomUUID } from 'node:crypto';
import type { AttemptId } from '../../core/swap/ids.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { CommitRequest } from '../../ports/stores/signing-records.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { feeFromStored } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { type Change, changeParameters, changeStatement } from '../writes/change-statement.ts';
import { stale } from '../writes/lock-swap.ts';
import type { Served } from './judge-commit.ts';
import { largestFee } from './largest-fee.ts';

/**
 * Numbers attempts in the order of their COMMITs: a second transaction waits here until the first
 * one is committed. Writes nothing if a rollback was noticed since the lease was read.
 */
const journal =
  'update journal_instance set committed = committed + 1 from swap where epoch = $16 returning committed';

/**
 * The rows below select from `attempt`, so that the triggers check them against the lease before
 * this statement changes it.
 */
const attempt = `
  insert into attempts (id, lease_id, family, chain, seq, kind, order_id, tx_id, bytes, fee, signed_at, sequence)
  select $2::uuid, $3::uuid, $4, $5, $6::int, $7, $8::uuid, $9, $10, $11::jsonb, clock_timestamp(), committed from journal
  returning id, lease_id`;

/** Which message of a shared transaction serves which step. */
const share = `
  insert into attempt_steps (attempt_id, step_id, message)
  select attempt.id, share.step_id, share.message
  from attempt, jsonb_to_recordset($12::jsonb) as share(step_id uuid, message int)`;

/** The coins that the attempt adds to its lease. */
const coin = `
  insert into outpoints (chain, outpoint, lease_id, added)
  select $5, unnest($13::text[]), attempt.lease_id, true from attempt
  on conflict (lease_id, outpoint) do nothing`;

const lease = `
  update leases set state = 'signed', expires = $14 from attempt where leases.id = attempt.lease_id and $7 = 'pay'`;

/** Reserves the rise of the maximum fee above that of the earlier attempts. */
const rise = `
  update reservations r set amount = r.amount + $15::numeric from leases l, attempt
  where l.id = attempt.lease_id and r.lease_id = l.id and r.token = l.native_token and $15::numeric > 0`;

/** The block from which payouts are searched. */
const anchor = `
  update orders set destination_anchor = greatest(destination_anchor, given.anchor)
  from jsonb_to_recordset($17::jsonb) as given(order_id uuid, anchor bigint) where orders.id = given.order_id`;

const write = changeStatement('goes_on', {
  writes: [
    `journal as (${journal})`,
    `attempt as (${attempt})`,
    `share as (${share})`,
    `coin as (${coin})`,
    `lease as (${lease})`,
    `rise as (${rise})`,
    `anchor as (${anchor})`,
  ],
  gives: 'version, exists (select from attempt) as "isWritten"',
});

/**
 * Writes, in one statement and under the locks, the attempt with its rows and the change of the
 * first swap that it serves. Returns that swap's new version. Throws `JOURNAL_STALE`.
 */
export async function writeAttempt(
  session: SqlSession,
  request: CommitRequest,
  served: readonly [Served, ...Served[]],
): Promise<{ attemptId: AttemptId; version: number }> {
  const { leaseId, kind, txId, bytes, fee, expires, added = [], joined = [] } = request;
  const [first] = served;
  const { swapId, subject } = first;
  const attemptId = randomUUID() as AttemptId;
  const isShared = joined.length > 0;
  const raised =
    kind === 'pay' ? 0n : largestFee([fee]) - largestFee(subject.fees.map(feeFromStored));
  const { version, isWritten } = onlyRow(
    await session.query<{ version: number; isWritten: boolean }>(write, [
      swapId,
      attemptId,
      leaseId,
      subject.family,
      subject.chain,
      subject.last_seq + 1,
      kind,
      // A shared attempt belongs to no single order: each step has its own.
      isShared ? null : subject.order_id,
      txId,
      bytes,
      encodeJson(fee),
      encodeJson(
        isShared ? served.map((one, message) => ({ step_id: one.subject.step_id, message })) : [],
      ),
      added,
      expires ?? null,
      raised,
      subject.epoch,
      encodeJson(served.flatMap((one) => anchorOf(kind, one))),
      ...changeParameters(changeBy(request, first)),
    ]),
  );
  if (!isWritten) throw stale(swapId, 'a journal rollback was noticed since its lease was read');
  return { attemptId, version };
}

/** What an attempt changes of a swap that it serves. */
export function changeBy(
  { leaseId, kind, txId, fee, expires, added, trace, joined = [], swapId }: CommitRequest,
  { subject, swapId: served }: Served,
): Change {
  const { chain, nonce, generation, last_seq: lastSeq, kind: step } = subject;
  const bounds = {
    ...(nonce === null ? {} : { nonce }),
    ...(expires === undefined ? {} : { expires }),
  };
  const data = {
    ...{ leaseId, kind, seq: lastSeq + 1, step, generation, chain },
    ...bounds,
    ...{ txId, fee },
    ...(added ? { added } : {}),
    guard: served === swapId ? trace : joined.find((one) => one.swapId === served)?.trace,
  };
  const pays = kind === 'pay' && isPayment(step);
  return {
    event: { type: 'attempt_committed', data },
    ...(pays ? { state: 'executing', fundsState: 'in_flight' } : {}),
    progress: true,
  };
}

function anchorOf(
  kind: CommitRequest['kind'],
  { subject, destinationAnchor }: Served,
): { order_id: string | null; anchor: bigint }[] {
  const pays = kind === 'pay' && isPayment(subject.kind);
  return pays && destinationAnchor !== undefined
    ? [{ order_id: subject.order_id, anchor: destinationAnchor }]
    : [];
}
