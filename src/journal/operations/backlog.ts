import type { Backlog } from '../../ports/stores/health-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface BacklogRow {
  lag: number | null;
  enabled: number;
  disabled: number;
  pending: number;
  oldest_pending: number | null;
}

/**
 * One statement for both, so that a journal without webhooks costs none of its own. A replay moves
 * `expires_at`, so the age of a pending delivery is read from it.
 */
export async function backlog(session: SqlSession): Promise<Backlog> {
  const row = onlyRow(
    await session.query<BacklogRow>(
      `select (
         select (extract(epoch from now() - due_at) * 1000)::float8 from timers
         where due_at <= now() and (locked_until is null or locked_until <= now()) order by due_at limit 1) as lag,
         count(*) filter (where w.enabled)::int as enabled, count(*) filter (where not w.enabled)::int as disabled,
         coalesce(sum(waiting.count), 0)::int as pending,
         (extract(epoch from now() - (min(waiting.expires_at) - interval '1 day')) * 1000)::float8 as oldest_pending
       from webhooks w left join lateral (
         select count(*) as count, min(expires_at) as expires_at from deliveries
         where webhook_id = w.id and state = 'pending') waiting on w.enabled
       where w.deleted_at is null`,
    ),
  );
  return {
    scheduleLag: Math.max(0, row.lag ?? 0),
    webhooks: { enabled: row.enabled, disabled: row.disabled },
    pendingDeliveries: row.pending,
    oldestPending: Math.max(0, row.oldest_pending ?? 0),
  };
}
