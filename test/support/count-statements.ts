import type { SqlClient } from '../../src/journal/sql-client.ts';
import { watchStatements } from '../../src/journal/watch-statements.ts';

/** What a journal sends to its engine. */
export interface CountedClient extends SqlClient {
  /** The statements that `run` causes, in their order. */
  during(run: () => Promise<unknown>): Promise<string[]>;
}

export function countStatements(client: SqlClient): CountedClient {
  let statements: string[] = [];
  return {
    ...watchStatements(client, (text) => statements.push(text)),
    async during(run) {
      statements = [];
      await run();
      return statements;
    },
  };
}
