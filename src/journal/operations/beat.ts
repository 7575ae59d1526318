import type { Heartbeat } from '../../ports/stores/health-store.ts';
import type { SqlSession } from '../sql-client.ts';

export async function beat(
  session: SqlSession,
  { instance, roles, ttl, router }: Heartbeat,
): Promise<{ hasWebhooks: boolean }> {
  const [beaten] = await session.query<{ has_webhooks: boolean }>(
    `insert into heartbeats (instance, roles, live_until, router_outcome, router_at)
     values ($1, $2::text[], now() + $3::float8 * interval '1 millisecond', $4, now() - $5::float8 * interval '1 millisecond')
     on conflict (instance) do update set roles = excluded.roles, seen_at = now(), live_until = excluded.live_until,
       router_outcome = excluded.router_outcome, router_at = excluded.router_at
     returning exists (select from webhooks where enabled) as has_webhooks`,
    [instance, [...roles], ttl, router?.outcome ?? null, router?.age ?? null],
  );
  return { hasWebhooks: beaten?.has_webhooks ?? false };
}

export async function endBeats(session: SqlSession, instance: string): Promise<void> {
  await session.query('delete from heartbeats where instance = $1', [instance]);
}

/**
 * Deletes rows an hour after they expired. A process that was only suspended inserts its row again.
 */
export async function pruneBeats(session: SqlSession): Promise<void> {
  await session.query(`delete from heartbeats where live_until < now() - interval '1 hour'`);
}
