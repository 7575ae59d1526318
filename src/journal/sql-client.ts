import type { Connections } from '../ports/work-counts.ts';

/** Parameters of a statement. Other values are passed as JSON text (see `encodeJson`). */
export type SqlParameter = string | number | boolean | bigint | null | readonly string[];

/**
 * Runs statements: on a connection inside a transaction, or on a client outside one. Both engines
 * return the same value types: `bigint` for int8 and numeric, `number` for int4, milliseconds since
 * the epoch for timestamptz, parsed values for json and jsonb.
 */
export interface SqlSession {
  /**
   * Runs one statement. Throws `JOURNAL_BROKEN_INVARIANT` (with the constraint's name in
   * `details.constraint`) if a constraint refuses it, and `JOURNAL_UNAVAILABLE` if the connection
   * breaks.
   */
  query<Row extends object>(text: string, parameters?: readonly SqlParameter[]): Promise<Row[]>;
}

/** One Postgres dialect, two engines. The journal uses them through this interface only. */
export interface SqlClient extends SqlSession {
  /**
   * Runs `run` between BEGIN and a durable COMMIT; an error rolls back. `run` must touch only its
   * session: it runs again if the server chose the transaction as a deadlock's victim.
   */
  transaction<Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /** Absent: there is one connection, which nothing waits for. */
  readonly connections?: () => Connections;
  /**
   * Embedded engine only: copies its files, as of one moment, to a folder that is not there yet.
   * Statements wait meanwhile.
   */
  copyFiles?(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds since the epoch, from Postgres's text of a timestamptz. */
export function timestampFromText(text: string): number {
  return new Date(text).getTime();
}

/** Milliseconds since the epoch as a timestamptz parameter. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
