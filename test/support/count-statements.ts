import type { SqlClient, SqlSession } from '../../src/journal/sql-client.ts';

/** What a journal sends to its engine. */
export interface CountedClient extends SqlClient {
  /** The statements that `run` causes, in their order; `BEGIN` and `COMMIT` are statements too. */
  during(run: () => Promise<unknown>): Promise<string[]>;
}

export function countStatements(client: SqlClient): CountedClient {
  let sent: string[] = [];
  const counted = (session: SqlSession): SqlSession => ({
    query(text, parameters) {
      sent.push(text);
      return session.query(text, parameters);
    },
  });
  const between = async <Result>(run: Promise<Result>): Promise<Result> => {
    sent.push('BEGIN');
    const result = await run;
    sent.push('COMMIT');
    return result;
  };
  return {
    ...counted(client),
    transaction: (run) => between(client.transaction((session) => run(counted(session)))),
    close: () => client.close(),
    async during(run) {
      sent = [];
      await run();
      return sent;
    },
  };
}
