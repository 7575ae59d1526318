import { PGlite } from '@electric-sql/pglite';
import { mapSqlError } from './map-error.ts';
import type { SqlClient, SqlParameter, SqlSession } from './sql-client.ts';

/** Object identifiers of the types whose text is read in our own form (Postgres' catalogue `pg_type`). */
const parsers = {
  20: (text: string) => BigInt(text),
  1700: (text: string) => BigInt(text),
  1184: (text: string) => new Date(text).getTime(),
};

/**
 * Opens the embedded engine on `folder`, making it where it is not there. It takes no lock on its folder: whoever opens it makes sure
 * to be the only one. Throws `JOURNAL_UNAVAILABLE`.
 */
export async function openPgliteClient(folder: string): Promise<SqlClient> {
  const engine = await PGlite.create({ dataDir: folder, parsers }).catch((error: unknown) => {
    throw mapSqlError(error);
  });
  // The engine has one session and runs transactions one after the other, so every one of them sees one moment.
  const transaction = <Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result> =>
    engine.transaction((opened) => run(sessionOf(opened))).catch(rethrow);
  return { ...sessionOf(engine), transaction, snapshot: transaction, close: () => engine.close().catch(rethrow) };
}

interface Queryable {
  query<Row>(text: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
}

function sessionOf(engine: Queryable): SqlSession {
  return {
    query: async <Row extends object>(text: string, parameters: readonly SqlParameter[] = []) => {
      const { rows } = await engine.query<Row>(text, parameters.map(encode)).catch(rethrow);
      return rows;
    },
  };
}

/** The engine's serializers go by the type of the column; text suits them all. */
function encode(parameter: SqlParameter): unknown {
  return typeof parameter === 'bigint' || typeof parameter === 'number' ? parameter.toString() : parameter;
}

function rethrow(error: unknown): never {
  throw mapSqlError(error);
}
