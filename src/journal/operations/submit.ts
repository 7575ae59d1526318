import { randomUUID } from 'node:crypto';
import type { Job } from '../../core/job.ts';
import type { Swap } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { idempotencyConflict } from '../../errors/idempotency-conflict.ts';
import type { Submission } from '../../ports/journal.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { findSubmission } from './find-submission.ts';

const submitted: SwapEventType = 'swap_submitted';

/**
 * One statement takes the swap in: its row, its first event and its timer. Where the idempotency key is there already it writes
 * nothing, also while the other submission is still under way (Postgres waits for it).
 */
const insert = `
  with swap as (
    insert into swaps (id, idem_key, body_hash, retry_of, job, wallet_id, wallet_name, from_chain, to_chain, to_token,
      receiver, state, funds_state, version, last_event_seq, last_event_hash)
    values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, 'requested', 'untouched', 1, 1,
      event_hash('', $1, 1, now(), '${submitted}', $12))
    on conflict (idem_key) do nothing
    returning id, last_event_hash
  ), event as (
    insert into events (swap_id, seq, type, at, data, hash)
    select id, 1, '${submitted}', date_trunc('milliseconds', now()), $12::text::json, last_event_hash from swap
  ), timer as (
    insert into timers (swap_id, due_at) select id, now() from swap
  )
  select id from swap`;

/**
 * Throws `IDEMPOTENCY_CONFLICT` where the key belongs to another body, `JOURNAL_BROKEN_INVARIANT` (`swaps_retry_of_unique`) where the
 * old swap has a retry already.
 */
export async function submit(session: SqlSession, submission: Submission): Promise<{ created: boolean; swap: Swap }> {
  const { job, idempotencyKey, bodyHash } = submission;
  const inserted = await session.query(insert, [
    randomUUID(),
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
  ]);
  const stored = await findSubmission(session, idempotencyKey);
  if (!stored) throw new FerrymanError('INTERNAL', 'the journal lost a swap that it had just taken in');
  if (stored.bodyHash !== bodyHash) {
    throw idempotencyConflict(stored.swap.id);
  }
  return { created: inserted.length === 1, swap: stored.swap };
}

function summary({ retryOf }: Submission, job: Job): Record<string, unknown> {
  return {
    wallet: job.wallet.name,
    from: { chain: job.from.chain, token: job.from.token, symbol: job.from.symbol },
    to: { chain: job.to.chain, token: job.to.token, symbol: job.to.symbol },
    amount: job.amount,
    receiver: job.receiver,
    retryOf,
  };
}
