import { Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { isRetryable, mapSqlError } from './map-error.ts';
import { plannerSettings } from './planner-settings.ts';
import {
  type SqlClient,
  type SqlParameter,
  type SqlSession,
  timestampFromText,
} from './sql-client.ts';

/** Parsers by the object identifier of a type (Postgres catalogue `pg_type`). */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [20, (text: string): unknown => BigInt(text)],
  [1700, (text: string): unknown => BigInt(text)],
  [1184, timestampFromText],
]);

/** How often a transaction runs at most if the server keeps choosing it as a deadlock's victim. */
const maxRuns = 4;

interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** Maximum number of connections. */
  poolSize: number;
}

/** Creates a pool for a Postgres server. It does not connect yet. */
export function openPostgresClient({ url, poolSize }: PostgresOptions): SqlClient {
  const statements = new Statements();
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Queries sent together travel in one packet: see `beginWithFirst`.
    pipeline: true,
    // A statement takes milliseconds. One that takes this long is stuck, and a stuck worker must
    // not hold its locks.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
    query_timeout: 30_000,
    application_name: 'ferryman',
    options: Object.entries(plannerSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format),
    },
  });
  // A broken connection emits an error here, and also rejects the statement that uses or awaits it
  // next. That statement reports it. Without a listener the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));

  const alone = sessionOf(pool, statements);
  return {
    // A single statement is its own transaction.
    query: (text, parameters) => retryIfVictim(() => alone.query(text, parameters)),
    transaction: (run) => runInTransaction(pool, statements, run),
    connections: () => ({
      max: poolSize,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

function runInTransaction<Result>(
  pool: Pool,
  statements: Statements,
  run: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  return retryIfVictim(() => runOnce(pool, statements, run));
}

async function retryIfVictim<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries < maxRuns && isRetryable(error)) continue;
      throw mapSqlError(error);
    }
  }
}

async function runOnce<Result>(
  pool: Pool,
  statements: Statements,
  run: (session: SqlSession) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    const session = beginWithFirst(connection, sessionOf(connection, statements));
    const result = await run(session);
    const { command } = await connection.query('COMMIT');
    // The server answers the COMMIT of a failed transaction with a rollback and no error.
    if (command !== 'COMMIT')
      throw new TypeError('a statement of the transaction failed and its error was ignored');
    connection.release();
    return result;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/**
 * Sends BEGIN in one packet with the first statement. That saves a round trip, which costs more
 * than most statements.
 */
function beginWithFirst(connection: PoolClient, session: SqlSession): SqlSession {
  let begun: Promise<unknown> | undefined;
  return {
    async query<Row extends object>(text: string, parameters?: readonly SqlParameter[]) {
      if (begun !== undefined) return await session.query<Row>(text, parameters);
      const { stream } = connection.connection;
      stream.cork();
      begun = connection.query('BEGIN');
      const first = session.query<Row>(text, parameters);
      stream.uncork();
      const [rows] = await Promise.all([first, begun]);
      return rows;
    },
  };
}

/** If ROLLBACK fails, the connection is closed, and the server rolls back. */
async function rollBack(connection: PoolClient): Promise<void> {
  try {
    await connection.query('ROLLBACK');
    connection.release();
  } catch {
    connection.release(true);
  }
}

function sessionOf(
  connection: Pick<Pool, 'query'> | PoolClient,
  statements: Statements,
): SqlSession {
  return {
    query: async <Row extends object>(text: string, parameters: readonly SqlParameter[] = []) => {
      try {
        const { rows } = await connection.query<Row>(statements.of(text, parameters));
        return rows;
      } catch (error) {
        throw mapSqlError(error);
      }
    },
  };
}

/**
 * Names statements, so that each connection parses and plans each text once: planning costs more
 * than running, and there are few texts. Statements without parameters run rarely and get no name.
 */
class Statements {
  readonly #names = new Map<string, string>();

  of(text: string, parameters: readonly SqlParameter[]): QueryConfig {
    if (parameters.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `ferryman_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { name, text, values: parameters.map(encode) };
  }
}

function encode(parameter: SqlParameter): unknown {
  return typeof parameter === 'bigint' ? parameter.toString() : parameter;
}
