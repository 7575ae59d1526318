import { randomUUID } from 'node:crypto';
import type { AttemptId } from '../../core/ids.ts';
import { isPayment } from '../../core/swap.ts';
import type { CommitRequest } from '../../ports/signing-records.ts';
import { encodeJson } from '../json.ts';
import { feeFromStored } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import type { Served } from './judge-commit.ts';
import { largestFee } from './largest-fee.ts';

/**
 * The attempt first, so that the laws judge it by the lease as it was held; then which message serves whom, the coins that it adds to its lease,
 * the lease's end, what a dearer attempt may cost beyond the dearest before it, and from where on payouts come.
 */
const write = `
  with attempt as (
    insert into attempts (id, lease_id, family, chain, seq, kind, order_id, tx_id, bytes, fee, signed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, clock_timestamp())
    returning id, lease_id
  ), share as (
    insert into attempt_steps (attempt_id, step_id, message)
    select attempt.id, share.step_id, share.message
    from attempt, jsonb_to_recordset($11::jsonb) as share(step_id uuid, message int)
  ), coin as (
    insert into outpoints (chain, outpoint, lease_id, added)
    select $4, unnest($12::text[]), attempt.lease_id, true from attempt
    on conflict (lease_id, outpoint) do nothing
  ), lease as (
    update leases set state = 'signed', expires = $13 from attempt where leases.id = attempt.lease_id and $6 = 'pay'
  ), rise as (
    update reservations r set amount = r.amount + $14::numeric from leases l, attempt
    where l.id = attempt.lease_id and r.lease_id = l.id and r.token = l.native_token and $14::numeric > 0
  ), anchor as (
    update orders set destination_anchor = greatest(destination_anchor, given.anchor)
    from jsonb_to_recordset($15::jsonb) as given(order_id uuid, anchor bigint) where orders.id = given.order_id
  )
  select id from attempt`;

/** In one statement, under the locks: all but the swaps' own change and the attempt's place in the order of commits. */
export async function writeAttempt(
  session: SqlSession,
  request: CommitRequest,
  served: readonly [Served, ...Served[]],
): Promise<{ attemptId: AttemptId; seq: number }> {
  const { leaseId, kind, txId, bytes, fee, expires, added = [], joined = [] } = request;
  const [{ subject }] = served;
  const attemptId = randomUUID() as AttemptId;
  const seq = subject.last_seq + 1;
  const isShared = joined.length > 0;
  const rise = kind === 'pay' ? 0n : largestFee([fee]) - largestFee(subject.fees.map(feeFromStored));
  await session.query(write, [
    attemptId,
    leaseId,
    subject.family,
    subject.chain,
    seq,
    kind,
    // What serves several swaps is of none of their orders in particular: each step has its own.
    isShared ? null : subject.order_id,
    txId,
    bytes,
    encodeJson(fee),
    encodeJson(isShared ? served.map((one, message) => ({ step_id: one.subject.step_id, message })) : []),
    added,
    expires ?? null,
    rise,
    encodeJson(served.flatMap((one) => anchorOf(kind, one))),
  ]);
  return { attemptId, seq };
}

function anchorOf(
  kind: CommitRequest['kind'],
  { subject, destinationAnchor: anchor }: Served,
): { order_id: string | null; anchor: bigint }[] {
  const pays = kind === 'pay' && isPayment(subject.kind);
  return pays && anchor !== undefined ? [{ order_id: subject.order_id, anchor }] : [];
}
