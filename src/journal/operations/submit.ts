import { randomUUID } from 'node:crypto';
import type { Job } from '../../core/swap/job.ts';
import { laneRuleOf } from '../../core/swap/lane-rule.ts';
import type { Swap } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { idempotencyConflict } from '../../errors/idempotency-conflict.ts';
import type { DueLane } from '../../ports/stores/lane-store.ts';
import type { Submission } from '../../ports/stores/swap-store.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { encodeJson } from '../json.ts';
import { insertLane } from '../lanes/enter-lane.ts';
import { type SwapRow, swapColumns, swapFromRow } from '../rows/swap-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { appendedColumns, eventColumns, transactionNumber } from '../writes/change-statement.ts';
import { findSubmission } from './find-submission.ts';

const submitted: SwapEventType = 'swap_submitted';

/** The stored swap, and its lane before the swap entered it. */
interface SubmittedRow extends SwapRow {
  admitted: bigint;
  is_free: boolean;
}

/**
 * Stores the swap in one statement: its row, its first event, and its entry in the lane of its
 * wallet account. A swap with a manual deposit has a timer instead. If the idempotency key exists,
 * it writes nothing, even while the other submission is not committed (Postgres waits for it).
 */
const insert = `
  with swap as (
    insert into swaps as s (id, idem_key, body_hash, retry_of, is_edit, job, job_seal, wallet_id, wallet_name, from_chain, to_chain, to_token,
      receiver, state, funds_state, version, last_event_seq, last_event_transaction, last_event_hash)
    values ($1, $2, $3, $4, $19, $5::jsonb, $20::jsonb, $6, $7, $8, $9, $10, $11, 'requested', 'untouched', 1, 1, ${transactionNumber},
      event_hash('', $1, 1, now(), '${submitted}', $12))
    on conflict (idem_key) do nothing
    returning ${swapColumns}, s.wallet_id, s.from_chain as chain, s.position, s.last_event_seq, s.last_event_hash, s.last_event_transaction
  ), event as (
    insert into events (${eventColumns})
    select ${appendedColumns(`'${submitted}'`, '$12::text')} from swap
  ), timer as (
    insert into timers (swap_id, due_at) select id, now() from swap where not $13
  ), lane as (
    ${insertLane('swap where $13', ['$14', '$15', '$16'])}
  ), entry as (
    insert into lane_swaps (swap_id, wallet_id, chain, priority, position, deadline)
    select id, wallet_id, chain, $17, position, $18 from swap where $13
  )
  select swap.*, coalesce((select admitted from lanes where lanes.wallet_id = swap.wallet_id and lanes.chain = swap.chain), 0) as admitted,
    coalesce((select used < case when together then 1 else slots end
      from lanes where lanes.wallet_id = swap.wallet_id and lanes.chain = swap.chain), true) as is_free
  from swap`;

/**
 * Throws `IDEMPOTENCY_CONFLICT` if the key belongs to another body, and `JOURNAL_BROKEN_INVARIANT`
 * (`swaps_retry_of_unique`) if the old swap has a retry already.
 */
export async function submit(
  session: SqlSession,
  submission: Submission,
): Promise<{ created: boolean; swap: Swap; lane?: DueLane }> {
  const { job, idempotencyKey, bodyHash } = submission;
  const rule = laneRuleOf(job.from.family);
  const [inserted] = await session.query<SubmittedRow>(insert, [
    submission.id ?? randomUUID(),
    idempotencyKey,
    bodyHash,
    submission.retryOf ?? null,
    encodeJson(job),
    job.wallet.id,
    job.wallet.name,
    job.from.chain,
    job.to.chain,
    job.to.token,
    job.receiver,
    encodeJson(summary(submission, job)),
    job.flow !== 'deposit-by-hand',
    rule.slots,
    rule.together,
    rule.returnedAt,
    job.priority ?? 0,
    timestamp(job.deadline),
    submission.isEdit === true,
    submission.seal ? encodeJson(submission.seal) : null,
  ]);
  if (!inserted) return { created: false, swap: await findSame(session, submission) };
  const { wallet, from, flow } = job;
  const lane = { walletId: wallet.id, chain: from.chain, version: Number(inserted.admitted) };
  const isDue = flow !== 'deposit-by-hand' && inserted.is_free;
  return { created: true, swap: swapFromRow(inserted), ...(isDue ? { lane } : {}) };
}

async function findSame(
  session: SqlSession,
  { idempotencyKey, bodyHash }: Submission,
): Promise<Swap> {
  const stored = await findSubmission(session, idempotencyKey);
  if (!stored) throw new FerrymanError('INTERNAL', 'the journal has lost a swap that it stored');
  if (stored.bodyHash !== bodyHash) throw idempotencyConflict(stored.swap.id);
  return stored.swap;
}

function summary(
  { retryOf, isEdit, by, requestId }: Submission,
  job: Job,
): Record<string, unknown> {
  return {
    wallet: job.wallet.name,
    from: { chain: job.from.chain, token: job.from.token, symbol: job.from.symbol },
    to: { chain: job.to.chain, token: job.to.token, symbol: job.to.symbol },
    amount: job.amount,
    receiver: job.receiver,
    ...(isEdit ? { replaces: retryOf } : { retryOf }),
    by,
    requestId,
  };
}
