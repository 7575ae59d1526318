import { PGlite, protocol } from '@electric-sql/pglite';
import { migrate } from '../../../src/journal/migrate.ts';
import type { SqlParameter, SqlSession } from '../../../src/journal/sql-client.ts';

/** A column of a statement's result, as the engine describes it before the statement has run. */
export interface ResultColumn {
  name: string;
  /** Object identifier of its type (Postgres' catalogue `pg_type`). */
  type: number;
  /** Whether the table's column may be null that it is read from. Absent: it is computed. */
  mayBeNull?: boolean;
}

export interface Describer {
  /** Prepares a statement and runs nothing. Throws where the engine refuses its text. */
  describe(text: string): Promise<ResultColumn[]>;
  close(): Promise<void>;
}

/** An engine with the journal's schema and nothing in it. */
export async function openDescriber(): Promise<Describer> {
  const pglite = await PGlite.create();
  const session: SqlSession = {
    query: async <Row extends object>(text: string, parameters: readonly SqlParameter[] = []) =>
      (await pglite.query<Row>(text, [...parameters])).rows,
  };
  await migrate({ ...session, transaction: (run) => run(session), close: () => pglite.close() });
  const { rows } = await pglite.query<{ key: string; mayBeNull: boolean }>(
    `select attrelid || '.' || attnum as key, not attnotnull as "mayBeNull" from pg_attribute where attnum > 0`,
  );
  const nullable = new Map(rows.map(({ key, mayBeNull }) => [key, mayBeNull]));
  return {
    async describe(text) {
      const { parse, describe, sync } = protocol.serialize;
      const { messages } = await pglite.execProtocol(
        Buffer.concat([parse({ text }), describe({ type: 'S' }), sync()]),
      );
      const described = messages.find(({ name }) => name === 'rowDescription');
      const { fields } = (described ?? { fields: [] }) as unknown as RowDescription;
      return fields.map(({ name, dataTypeID, tableID, columnID }) => {
        const mayBeNull = nullable.get(`${tableID}.${columnID}`);
        return { name, type: dataTypeID, ...(mayBeNull === undefined ? {} : { mayBeNull }) };
      });
    },
    close: () => pglite.close(),
  };
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}
