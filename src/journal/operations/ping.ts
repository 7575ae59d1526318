import type { SqlSession } from '../sql-client.ts';

export async function ping(session: SqlSession): Promise<void> {
  await session.query('select 1');
}
