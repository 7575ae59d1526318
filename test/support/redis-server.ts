import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from './until.ts';

export interface RedisServer {
  url: string;
  /** Ends it without a word, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its append-only file kept. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Debian's; `scripts/setup` sees to it. */
const binary = 'redis-server';

/** A private redis-server on a port of this machine, append-only file on. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-redis-server-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { port: String(port), bind: '127.0.0.1', dir: folder, appendonly: 'yes', save: '' };
    const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    server = spawn(binary, given, { stdio: 'ignore' });
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
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
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
