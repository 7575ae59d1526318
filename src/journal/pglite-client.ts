import { constants } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
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

/** Parsers by the object identifier of a type (Postgres catalogue `pg_type`). */
const parsers = {
  20: (text: string) => BigInt(text),
  1700: (text: string) => BigInt(text),
  1184: timestampFromText,
};

const settings = [
  ...Object.entries(plannerSettings).map(([name, value]) => `${name}=${value}`),
  // Reads are served by the system's cache. The defaults, 128 MB and a hundred connections, take
  // 150 MB more.
  'shared_buffers=16MB',
  'max_connections=5',
];

/**
 * Opens the embedded engine on `folder` and creates its files if needed. It takes no lock on its
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
      copyFiles: (copy) => engine.copyFiles(folder, copy),
      close: () => engine.close(),
    };
  } catch (error) {
    throw mapSqlError(error);
  }
}

type Answer = Awaited<ReturnType<PGlite['execProtocol']>>['messages'];

/**
 * Uses the wire protocol instead of the engine's `query`, which parses and plans every statement
 * each time: planning costs more than running. Each text becomes a named statement on first use.
 */
class Engine implements SqlSession {
  readonly #pglite: PGlite;
  readonly #lost: AbortSignal | undefined;
  readonly #mutex = new Mutex();
  readonly #names = new Map<string, string>();
  #uses = 0;
  #tidyAt = 1_024;

  constructor(pglite: PGlite, lost: AbortSignal | undefined) {
    this.#pglite = pglite;
    this.#lost = lost;
  }

  async alone<Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result> {
    try {
      return await this.#mutex.runExclusive(async () => {
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
          throw new TypeError('a statement of the transaction failed and its error was ignored');
        return result;
      } catch (error) {
        await this.#send([protocol.serialize.query('ROLLBACK')]);
        throw error;
      }
    });
  }

  /**
   * Replaces a server's autovacuum: renews plans made while tables were small, and clears dead
   * rows. It runs each time the number of transactions and single statements has doubled, so its
   * cost stays a small part of theirs.
   */
  async #tidy(): Promise<void> {
    this.#uses += 1;
    if (this.#uses < this.#tidyAt) return;
    this.#tidyAt *= 2;
    await this.#send([protocol.serialize.query('vacuum analyze')]);
  }

  /**
   * What is in the files is what the engine has acknowledged: it runs in this process, and waits.
   * The checkpoint leaves the copy little to recover.
   */
  async copyFiles(folder: string, copy: string): Promise<void> {
    await this.alone(async () => {
      await this.#send([protocol.serialize.query('CHECKPOINT')]);
      await cp(folder, copy, {
        recursive: true,
        errorOnExist: true,
        force: false,
        mode: constants.COPYFILE_FICLONE,
      });
    });
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
      throw new FerrymanError('JOURNAL_UNAVAILABLE', "the lock on the journal's folder is lost", {
        cause: this.#lost.reason,
      });
    }
    return (await this.#pglite.execProtocol(Buffer.concat(messages))).messages;
  }

  #results(answer: Answer): Results[] {
    return parse.parseResults(answer, this.#pglite.parsers);
  }

  async close(): Promise<void> {
    // Closing writes to the folder. The process that opens it next recovers it as after a crash.
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
