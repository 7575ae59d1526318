import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endWithUs } from '../../sandbox/evm/end-with-us.ts';
import { until } from './until.ts';

export interface RedisServer {
  url: string;
  pid(): number;
  /** Ends it without a word, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its append-only file kept. */
  start(): Promise<void>;
  /**
   * Keeps a copy of all it has; what is given ends it without a word and starts it again from the
   * copy, as a replica that lagged would.
   */
  copy(): Promise<() => Promise<void>>;
  /** Empties it (FLUSHALL). */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Debian's; `scripts/setup` sees to it. */
const binary = 'redis-server';

/** A private redis-server on a port of this machine, append-only file on. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-redis-server-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = {
      port: String(port),
      bind: '127.0.0.1',
      dir: data,
      appendonly: 'yes',
      save: '',
    };
    const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    server = spawn(binary, given, { stdio: 'ignore', detached: true });
    if (server.pid !== undefined) server.once('exit', endWithUs(server.pid, folder));
    await until(() => answers(url));
  }
  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url,
    pid: () => server?.pid ?? 0,
    kill,
    start,
    async copy() {
      const kept = join(folder, `kept-${randomUUID()}`);
      // A file that is being appended to is cut somewhere; Redis drops an unfinished last command
      // when it loads.
      await cp(data, kept, { recursive: true });
      return async () => {
        await kill();
        await rm(data, { recursive: true, force: true });
        await rename(kept, data);
        await start();
      };
    },
    async flush() {
      await withConnection(url, (redis) => redis.flushall());
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await withConnection(url, (redis) => redis.ping())) === 'PONG';
  } catch {
    return false;
  }
}

async function withConnection<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
