/** What a statement may be given. Everything else travels as JSON text (see `encodeJson`). */
export type SqlParameter = string | number | boolean | bigint | null | readonly string[];

/**
 * Where statements run: a connection inside a transaction, or a client outside one. Both engines
 * give the same value forms: `bigint` for int8 and numeric, `number` for int4, milliseconds since
 * the epoch for timestamptz, parsed values for json and jsonb.
 */
export interface SqlSession {
  /**
   * Runs one statement. Throws `JOURNAL_BROKEN_INVARIANT` (with the constraint's name in
   * `details.constraint`) where a constraint refuses it, and `JOURNAL_UNAVAILABLE` where the
   * connection breaks.
   */
  query<Row extends object>(text: string, parameters?: readonly SqlParameter[]): Promise<Row[]>;
}

/** One Postgres dialect, two engines. Everything the journal knows of them is this. */
export interface SqlClient extends SqlSession {
  /**
   * Runs `run` between BEGIN and a durable COMMIT; an error rolls back. `run` may be run again
   * where the server chose it as a deadlock's victim, so it touches nothing but its session.
   */
  transaction<Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Milliseconds since the epoch of a timestamptz, by the text that Postgres gives of it. */
export function timestampFromText(text: string): number {
  return new Date(text).getTime();
}

/** Milliseconds since the epoch as a timestamptz parameter. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
