import type { WorkCounts } from '../ports/work-counts.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';

/** Counts the statements of a client; those around a transaction are two. */
export function countStatements(client: SqlClient, counts: Pick<WorkCounts, 'statements'>): SqlClient {
  const counted = (session: SqlSession): SqlSession => ({
    query(text, parameters) {
      counts.statements += 1;
      return session.query(text, parameters);
    },
  });
  return {
    ...counted(client),
    transaction(run) {
      counts.statements += 2;
      return client.transaction((session) => run(counted(session)));
    },
    close: () => client.close(),
  };
}
