import type { WorkCounts } from '../ports/work-counts.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';

/**
 * Calls `sent` with each statement before the client sends it, including `BEGIN` and `COMMIT`. A
 * transaction that fails has no `COMMIT`.
 * @param took called with the seconds that each statement and each transaction took, failed or not
 */
export function watchStatements(
  client: SqlClient,
  sent: (text: string) => void,
  took: WorkCounts['journalTook'] = () => undefined,
): SqlClient {
  const watched = (session: SqlSession): SqlSession => ({
    async query(text, parameters) {
      sent(text);
      const start = performance.now();
      try {
        return await session.query(text, parameters);
      } finally {
        took('statement', (performance.now() - start) / 1_000);
      }
    },
  });
  return {
    ...watched(client),
    async transaction(run) {
      sent('BEGIN');
      const start = performance.now();
      try {
        return await client.transaction(async (session) => {
          const result = await run(watched(session));
          sent('COMMIT');
          return result;
        });
      } finally {
        took('transaction', (performance.now() - start) / 1_000);
      }
    },
    ...(client.connections === undefined ? {} : { connections: client.connections }),
    ...(client.copyFiles ? { copyFiles: client.copyFiles } : {}),
    close: () => client.close(),
  };
}
