import { mkdir } from 'node:fs/promises';
import { Mutex, PGlite, parse, protocol, type Results } from '@electric-sql/pglite';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { createCluster } from './create-cluster.ts';
import { mapSqlError } from './map-error.ts';
import { plannerSettings } from './planner-settings.ts';
import {
  type SqlClient,
  type SqlParameter,
  type SqlSession,
  timestampFromText,
} from './sql-client.ts';

/**
 * Object identifiers of the types whose text is read in our own form (Postgres' catalogue
 * `pg_type`).
 */
const parsers = {
  20: (text: string) => BigInt(text),
  1700: (text: string) => BigInt(text),
  1184: timestampFromText,
};

const settings = [
  ...Object.entries(plannerSettings).map(([name, value]) => `${name}=${value}`),
  // What is read comes from the system's cache. With the default of 128 MB and room for a hundred
  // connections it takes 150 MB more.
  'shared_buffers=16MB',
  'max_connections=5',
];

/**
 * Opens the embedded engine on `folder`, making it where it is not there. It takes no lock on its
 * folder: the caller holds one, and aborts `lost` when another process may take it. Throws
 * `JOURNAL_UNAVAILABLE`.
 */
export async function openPgliteClient(folder: string, lost?: AbortSignal): Promise<SqlClient> {
  try {
    lost?.throwIfAborted();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createCluster(folder);
    const startParams = [
      ...PGlite.defaultStartParams,
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    const engine = new Engine(await PGlite.create({ dataDir: folder, parsers, startParams }), lost);
    return {
      query: (text, parameters) => engine.alone((session) => session.query(text, parameters)),
      transaction: (run) => engine.transaction(run),
      close: () => engine.close(),
    };
  } catch (error) {
    throw mapSqlError(error);
  }
}

type Answer = Awaited<ReturnType<PGlite['execProtocol']>>['messages'];

/**
 * Speaks the wire protocol with the engine instead of calling its `query`, which parses and plans
 * every statement anew: planning costs more than running here. So each text is a named statement
 * after its first use.
 */
class Engine implements SqlSession {
  readonly #pglite: PGlite;
  readonly #lost: AbortSignal | undefined;
  readonly #turn = new Mutex();
  readonly #names = new Map<string, string>();
  #turns = 0;
  #tidyAt = 1_024;

  constructor(pglite: PGlite, lost: AbortSignal | undefined) {
    this.#pglite = pglite;
    this.#lost = lost;
  }

  async alone<Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result> {
    try {
      return await this.#turn.runExclusive(async () => {
        if (this.#pglite.closed)
          throw new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal is closed');
        await this.#tidy();
        return await run(this);
      });
    } catch (error) {
      throw mapSqlError(error);
    }
  }

  transaction<Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result> {
    return this.alone(async () => {
      await this.#send([protocol.serialize.query('BEGIN')]);
      try {
        const result = await run(this);
        const [end] = this.#results(await this.#send([protocol.serialize.query('COMMIT')]));
        // The engine answers the COMMIT of a failed transaction with a rollback and no error.
        if (end?.command !== 'COMMIT')
          throw new TypeError('a failed statement of the transaction went unnoticed');
        return result;
      } catch (error) {
        await this.#send([protocol.serialize.query('ROLLBACK')]);
        throw error;
      }
    });
  }

  /**
   * Does what a server's autovacuum does: plans that were made while tables were small are made
   * anew, and dead rows are cleared. At every doubling of the transactions and lone statements, so
   * that what it costs stays a small part of what they cost.
   */
  async #tidy(): Promise<void> {
    this.#turns += 1;
    if (this.#turns < this.#tidyAt) return;
    this.#tidyAt *= 2;
    await this.#send([protocol.serialize.query('vacuum analyze')]);
  }

  async query<Row extends object>(
    text: string,
    parameters: readonly SqlParameter[] = [],
  ): Promise<Row[]> {
    try {
      const { bind, describe, execute, sync } = protocol.serialize;
      const statement = await this.#prepare(text);
      const values = parameters.map(encode);
      const messages = await this.#send([
        bind({ statement, values }),
        describe({ type: 'P' }),
        execute({}),
        sync(),
      ]);
      return (this.#results(messages)[0]?.rows ?? []) as Row[];
    } catch (error) {
      throw mapSqlError(error);
    }
  }

  async #prepare(text: string): Promise<string> {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `ferryman_${this.#names.size}`;
    await this.#send([protocol.serialize.parse({ name, text }), protocol.serialize.sync()]);
    this.#names.set(text, name);
    return name;
  }

  async #send(messages: readonly Uint8Array[]): Promise<Answer> {
    if (this.#lost?.aborted) {
      throw new FerrymanError('JOURNAL_UNAVAILABLE', 'the lock on its folder is lost', {
        cause: this.#lost.reason,
      });
    }
    return (await this.#pglite.execProtocol(Buffer.concat(messages))).messages;
  }

  #results(answer: Answer): Results[] {
    return parse.parseResults(answer, this.#pglite.parsers);
  }

  async close(): Promise<void> {
    // Closing writes; after a kill the next one to open the folder repairs what is left.
    if (this.#lost?.aborted) return;
    await this.alone(() => this.#pglite.close());
  }
}

function encode(parameter: SqlParameter): string | null {
  if (parameter === null) return null;
  if (typeof parameter !== 'object') return parameter.toString();
  const elements = parameter.map((element) => `"${element.replace(/(["\\])/g, '\\$1')}"`);
  return `{${elements.join(',')}}`;
}
