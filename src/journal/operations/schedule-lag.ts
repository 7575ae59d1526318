import type { SqlSession } from '../sql-client.ts';

export async function scheduleLag(session: SqlSession): Promise<number> {
  const [row] = await session.query<{ lag: number }>(
    `select (extract(epoch from now() - due_at) * 1000)::float8 as lag from timers
     where due_at <= now() and (locked_until is null or locked_until <= now()) order by due_at limit 1`,
  );
  return Math.max(0, row?.lag ?? 0);
}
