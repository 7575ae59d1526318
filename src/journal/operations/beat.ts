import type { HealthStore, Heartbeat } from '../../ports/stores/health-store.ts';
import { isUnbooked } from '../books/unbooked.ts';
import type { SqlSession } from '../sql-client.ts';

export async function beat(
  session: SqlSession,
  { instance, roles, ttl, router }: Heartbeat,
): ReturnType<HealthStore['beat']> {
  const [beaten] = await session.query<{
    has_webhooks: boolean;
    rules_changed_at: number | null;
    has_unbooked: boolean;
  }>(
    `insert into heartbeats (instance, roles, live_until, router_outcome, router_at)
     values ($1, $2::text[], now() + $3::float8 * interval '1 millisecond', $4, now() - $5::float8 * interval '1 millisecond')
     on conflict (instance) do update set roles = excluded.roles, seen_at = now(), live_until = excluded.live_until,
       router_outcome = excluded.router_outcome, router_at = excluded.router_at
     returning exists (select from webhooks where enabled) as has_webhooks,
       (select max(changed_at) from treasury_rule_state) as rules_changed_at,
       exists (select from book_swaps where ${isUnbooked}) as has_unbooked`,
    [instance, [...roles], ttl, router?.outcome ?? null, router?.age ?? null],
  );
  const rulesChangedAt = beaten?.rules_changed_at ?? undefined;
  return {
    hasWebhooks: beaten?.has_webhooks ?? false,
    ...(rulesChangedAt === undefined ? {} : { rulesChangedAt }),
    ...(beaten?.has_unbooked ? { hasUnbooked: true as const } : {}),
  };
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
