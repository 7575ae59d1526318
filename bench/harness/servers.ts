import { Redis } from 'ioredis';
import { Client } from 'pg';
import { type PostgresServer, startPostgresServer } from '../../test/support/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../../test/support/redis-server.ts';

/** A private Postgres and Redis with their counters. */
export interface Servers {
  postgres: PostgresServer;
  redis: RedisServer;
  versions: { postgres: string; redis: string };
  /** Creates an empty database for Ferryman's role, or a copy of one without connections. */
  createDatabase(copyOf?: string): Promise<string>;
  /** Number of Ferryman's statements in a database so far, with BEGIN and COMMIT. */
  statements(databaseUrl: string): Promise<number>;
  /** Runs SQL as another role, so that it is not counted. */
  sql<Row extends object>(
    databaseUrl: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Number of commands that Redis has executed so far, with those inside scripts. */
  redisCommands(): Promise<number>;
  redisBytes(): Promise<number>;
  redisKeys(): Promise<number>;
  close(): Promise<void>;
}

/** Capacity for a million swaps and the connections of a dozen processes. */
const settings = [
  'shared_preload_libraries=pg_stat_statements',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'max_connections=200',
];
const role = 'ferryman';

export async function startServers(): Promise<Servers> {
  const [postgres, redis] = await Promise.all([startPostgresServer(settings), startRedisServer()]);
  const closers = [() => postgres.close(), () => redis.close()];
  const connection = new Redis(redis.url, { lazyConnect: true });
  const clients = new Map<string, Client>();

  async function clientOf(url: string): Promise<Client> {
    const known = clients.get(url);
    if (known) return known;
    const client = new Client({ connectionString: url.replace(`//${role}@`, '//postgres@') });
    client.on('error', () => clients.delete(url));
    await client.connect();
    clients.set(url, client);
    return client;
  }
  async function sql<Row extends object>(
    url: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const client = await clientOf(url);
    return (await client.query<Row>(text, [...values])).rows;
  }
  async function info(section: string, pattern: RegExp): Promise<number[]> {
    const text = await connection.info(section);
    return [...text.matchAll(pattern)].map(([, value]) => Number(value));
  }

  try {
    await connection.connect();
    await sql(postgres.url, `create role ${role} superuser login`);
    await sql(postgres.url, 'create extension pg_stat_statements').catch((cause: unknown) => {
      throw new Error(
        'Postgres has no pg_stat_statements: install the contrib package of the server',
        { cause },
      );
    });
    const [version] = await sql<{ server_version: string }>(postgres.url, 'show server_version');
    const [, redisVersion = '?'] =
      /redis_version:(\S+)/.exec(await connection.info('server')) ?? [];
    return {
      postgres,
      redis,
      versions: { postgres: version?.server_version ?? '?', redis: redisVersion },
      async createDatabase(copyOf) {
        if (copyOf !== undefined) {
          await clients.get(copyOf)?.end();
          clients.delete(copyOf);
        }
        const url = await postgres.createDatabase(copyOf);
        return url.replace('//postgres@', `//${role}@`);
      },
      async statements(url) {
        const [row] = await sql<{ calls: string }>(
          postgres.url,
          `select coalesce(sum(calls), 0) as calls from pg_stat_statements
           where userid = (select oid from pg_roles where rolname = $1)
             and dbid = (select oid from pg_database where datname = $2)`,
          [role, new URL(url).pathname.slice(1)],
        );
        return Number(row?.calls ?? 0);
      },
      sql,
      async redisCommands() {
        const calls = await info('commandstats', /^cmdstat_(?!info|config)[^:]+:calls=(\d+)/gm);
        return calls.reduce((sum, count) => sum + count, 0);
      },
      async redisBytes() {
        const [bytes = 0] = await info('memory', /^used_memory:(\d+)/gm);
        return bytes;
      },
      redisKeys: () => connection.dbsize(),
      async close() {
        connection.disconnect();
        await Promise.all(
          [...clients.values()].map((client) => client.end().catch(() => undefined)),
        );
        for (const closer of closers) await closer();
      },
    };
  } catch (error) {
    connection.disconnect();
    await Promise.all([...clients.values()].map((client) => client.end().catch(() => undefined)));
    for (const closer of closers) await closer();
    throw error;
  }
}
