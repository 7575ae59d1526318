import type { SqlClient, SqlSession } from '../../src/journal/sql-client.ts';
import { until } from './until.ts';

/** Does `late` while `early` is done and not committed yet, and commits once it waits. */
export function besideOn(other: SqlClient) {
  return async (
    early: (session: SqlSession) => Promise<void>,
    late: () => Promise<unknown>,
    meanwhile?: (session: SqlSession) => Promise<unknown>,
  ): Promise<unknown> => {
    let later: Promise<unknown> = Promise.resolve();
    await other.transaction(async (session) => {
      await early(session);
      later = late().catch((error: unknown) => error);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await session.query(waiting)).length > 0);
      await meanwhile?.(session);
    });
    return later;
  };
}
