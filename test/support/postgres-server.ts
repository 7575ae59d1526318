import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, chmod, chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { endWithUs } from '../../sandbox/evm/end-with-us.ts';
import { migrate } from '../../src/journal/migrate.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { makeOnce } from './make-once.ts';

export interface PostgresServer {
  /** Of the maintenance database; reachable through a socket in a private folder only. */
  url: string;
  socketPath: string;
  /** Of the server's first process, which starts one for each connection. */
  pid(): number;
  /** Makes an empty database, or a copy of one that nobody has open, and gives its URL. */
  createDatabase(copyOf?: string): Promise<string>;
  /** Makes a database with an empty journal of the newest schema, and gives its URL. */
  createJournal(): Promise<string>;
  /**
   * Shuts the server down, as for its maintenance: open connections are ended. `crash`: at once,
   * and it recovers at the next start.
   */
  stop(how?: 'crash'): Promise<void>;
  /** Starts it again with everything it had. */
  start(): Promise<void>;
  /**
   * While it is stopped: keeps a copy of everything; what is given, also to be called while it is
   * stopped, goes back to it.
   */
  backUp(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Whom the server runs as: it refuses root. */
interface User {
  uid: number;
  gid: number;
}

const run = promisify(execFile);

/**
 * Settings for tests that neither crash their server nor open a journal as Ferryman does, which
 * refuses this: they wait for no disk, at each of thousands of commits.
 */
export const careless = ['fsync=off'];

/**
 * Starts a private Postgres cluster in a temporary folder. It is as durable as a real one, because
 * the journal refuses less, and small. Throws where Postgres is not installed.
 */
export async function startPostgresServer(
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const bin = await findBinaries();
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-postgres-'));
  try {
    await chmod(folder, 0o700);
    if (user) await chown(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const start = (own = settings): Promise<ChildProcess> =>
      startServer(join(bin, 'postgres'), data, folder, own, user);
    const made = await makeOnce('cluster', async (template) => {
      await initialize(join(bin, 'initdb'), data, user);
      await makeJournal(handle(await start([]), start, folder));
      await rename(data, template);
    });
    // With owners and modes, which the server checks.
    if (made === undefined) await initialize(join(bin, 'initdb'), data, user);
    else await run('cp', ['-a', made, data]);
    return handle(await start(), start, folder, made === undefined ? undefined : emptyJournal);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The database of a copied cluster that has a journal. */
const emptyJournal = 'empty_journal';

async function initialize(initdb: string, data: string, user: User | undefined): Promise<void> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await run(initdb, ['-D', data, ...options], { ...user, cwd: dirname(data) });
}

async function makeJournal(server: PostgresServer): Promise<void> {
  const url = await server.createJournal();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client
    .query(`alter database ${new URL(url).pathname.slice(1)} rename to ${emptyJournal}`)
    .finally(() => client.end());
  await server.stop();
}

function handle(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  folder: string,
  template?: string,
): PostgresServer {
  let server = first;
  const urlOf = (database: string): string =>
    `postgres://postgres@localhost/${database}?host=${folder}`;
  const url = urlOf('postgres');
  let databases = 0;
  const stop = async (how?: 'crash'): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // Fast or immediate shutdown (Postgres documentation, "Shutting Down the Server").
    if (server.exitCode === null && server.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT'))
      await ended;
  };
  const create = async (copyOf?: string): Promise<string> => {
    databases += 1;
    const name = `test_${databases}`;
    const client = new Client({ connectionString: url });
    await client.connect();
    await client
      .query(`create database ${name}${copyOf === undefined ? '' : ` template ${copyOf}`}`)
      .finally(() => client.end());
    return urlOf(name);
  };
  return {
    url,
    socketPath: join(folder, '.s.PGSQL.5432'),
    pid: () => server.pid ?? 0,
    createDatabase: (copyOf) =>
      create(copyOf === undefined ? undefined : new URL(copyOf).pathname.slice(1)),
    async createJournal() {
      const journal = await create(template);
      if (template !== undefined) return journal;
      const client = openPostgresClient({ url: journal, poolSize: 1 });
      await migrate(client).finally(() => client.close());
      return journal;
    },
    stop,
    async start() {
      server = await start();
    },
    async backUp() {
      const data = join(folder, 'data');
      const kept = join(folder, 'kept');
      await rm(kept, { recursive: true, force: true });
      // With owners and modes, which the server checks.
      await run('cp', ['-a', data, kept]);
      return async () => {
        await rm(data, { recursive: true });
        await rename(kept, data);
      };
    },
    async close() {
      // Nobody starts it again: writing down what its folder holds would take seconds.
      await stop('crash');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  binary: string,
  data: string,
  folder: string,
  settings: readonly string[],
  user: User | undefined,
): Promise<ChildProcess> {
  const options = [
    'shared_buffers=32MB',
    'max_connections=60',
    'wal_level=minimal',
    'max_wal_senders=0',
    ...settings,
  ];
  const server = spawn(
    binary,
    [
      '-D',
      data,
      '-k',
      folder,
      '-c',
      'listen_addresses=',
      ...options.flatMap((option) => ['-c', option]),
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  if (server.pid !== undefined) server.once('exit', endWithUs(server.pid, folder));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  return server;
}

async function findBinaries(): Promise<string> {
  const packaged = '/usr/lib/postgresql';
  const versions = await readdir(packaged).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(packaged, version, 'bin')),
  ];
  for (const folder of folders) {
    const there = await Promise.all(
      ['initdb', 'postgres'].map((name) => access(join(folder, name))),
    ).then(
      () => true,
      () => false,
    );
    if (there) return folder;
  }
  throw new Error('Postgres is not installed, and these tests need it: apt-get install postgresql');
}

async function unprivilegedUser(): Promise<User> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  );
  if (!uid || !gid)
    throw new Error(
      'Postgres refuses root and there is no user postgres: apt-get install postgresql',
    );
  return { uid, gid };
}
