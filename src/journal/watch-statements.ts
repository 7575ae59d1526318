import type { SqlClient, SqlSession } from './sql-client.ts';

/**
 * Calls `sent` with each statement before the client sends it, including `BEGIN` and `COMMIT`. A
 * transaction that fails has no `COMMIT`.
 */
export function watchStatements(client: SqlClient, sent: (text: string) => void): SqlClient {
  const watched = (session: SqlSession): SqlSession => ({
    query(text, parameters) {
      sent(text);
      return session.query(text, parameters);
    },
  });
  return {
    ...watched(client),
    async transaction(run) {
      sent('BEGIN');
      return await client.transaction(async (session) => {
        const result = await run(watched(session));
        sent('COMMIT');
        return result;
      });
    },
    close: () => client.close(),
  };
}
