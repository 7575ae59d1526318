import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { removeSocket, socketPathOf } from './socket-path.ts';

export interface EmbeddedRedis {
  socketPath: string;
  pid: number;
  /** Writes the append-only file to disk and shuts the server down. */
  close(): Promise<void>;
}

/** Milliseconds for loading and for writing the append-only file. */
const patience = 30_000;

interface EmbeddedRedisOptions {
  folder: string;
  binary?: string;
  /** Aborts the start. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts a private `redis-server` for one data folder, on a Unix socket only, with an append-only
 * file. It is killed when this process ends, however that happens. The caller holds the folder's
 * lock, so a server found on the socket is a leftover and is shut down.
 * @throws `REDIS_UNAVAILABLE`
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const socketPath = await socketPathOf(folder);
  await shutDown(socketPath);

  const server = spawn(
    options.binary ?? 'redis-server',
    serverArguments(folder, socketPath),
    ownSession,
  );
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  const pid = await pidOf(server).catch((cause: unknown) => {
    removeSocket(socketPath, folder);
    throw cause;
  });
  // Runs before the folder's lock is released: the next server uses the same socket.
  const endWithUs = (): void => {
    server.kill('SIGKILL');
    removeSocket(socketPath, folder);
  };
  process.once('exit', endWithUs);
  const reaper = startReaper(pid);
  // The reaper ends with the server, so that it never kills another process with the same id.
  void exited.then(() => reaper.kill('SIGKILL'));
  server.unref();

  try {
    await waitUntilReady(server, socketPath, options.signal);
  } catch (cause) {
    server.kill('SIGKILL');
    await exited;
    process.off('exit', endWithUs);
    removeSocket(socketPath, folder);
    options.signal?.throwIfAborted();
    const log = await readFile(join(folder, 'redis.log'), 'utf8').catch(() => '');
    const lastLine = log.trimEnd().split('\n').at(-1) ?? '';
    throw new FerrymanError('REDIS_UNAVAILABLE', `redis-server did not start: ${lastLine}`, {
      cause,
    });
  }
  return {
    socketPath,
    pid,
    async close() {
      await shutDown(socketPath).catch(() => server.kill('SIGKILL'));
      await exited;
      process.off('exit', endWithUs);
      removeSocket(socketPath, folder);
    },
  };
}

/** Its own session: Ctrl-C must reach only this process, which shuts the server down in order. */
const ownSession: SpawnOptions = { detached: true, stdio: 'ignore' };

function serverArguments(folder: string, socketPath: string): string[] {
  const settings: Record<string, string> = {
    port: '0',
    unixsocket: socketPath,
    unixsocketperm: '700',
    dir: folder,
    logfile: join(folder, 'redis.log'),
    loglevel: 'notice',
    appendonly: 'yes',
    save: '',
    // Required by BullMQ: an evicted key is a lost job.
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

async function pidOf(server: ChildProcess): Promise<number> {
  if (server.pid !== undefined) return server.pid;
  const [cause] = await once(server, 'error');
  throw new FerrymanError(
    'REDIS_UNAVAILABLE',
    'redis-server is not installed; run `scripts/setup` or `apt-get install redis-server`, or set REDIS_URL',
    { cause, next: 'stop' },
  );
}

/**
 * A shell that waits for the end of its input, which the kernel closes when this process ends, and
 * then kills the server.
 */
function startReaper(pid: number): ChildProcess {
  const reaper = spawn('/bin/sh', ['-c', `cat >/dev/null; kill -9 ${pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  if (reaper.stdin && 'unref' in reaper.stdin && typeof reaper.stdin.unref === 'function')
    reaper.stdin.unref();
  return reaper;
}

async function waitUntilReady(
  server: ChildProcess,
  socketPath: string,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = AbortSignal.timeout(patience);
  while (!(await answers(socketPath, (redis) => redis.ping()))) {
    signal?.throwIfAborted();
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('it exited');
    await pause(10, undefined, { signal: deadline });
  }
}

/**
 * Shuts down the server on a socket, if there is one, and waits until it is gone. The server writes
 * the append-only file first.
 */
async function shutDown(socketPath: string): Promise<void> {
  const present = async (): Promise<boolean> => answers(socketPath, async () => true);
  if (!(await present())) return;
  await ask(socketPath, async (redis) => {
    const gone = once(redis, 'end', { signal: AbortSignal.timeout(patience) });
    // SHUTDOWN is answered by closing the connection, which the client reports as a failed command.
    await redis.call('SHUTDOWN', 'NOSAVE').catch(() => gone);
  });
  const deadline = AbortSignal.timeout(patience);
  while (await present()) await pause(10, undefined, { signal: deadline });
}

async function answers(
  socketPath: string,
  question: (redis: Redis) => Promise<unknown>,
): Promise<boolean> {
  return ask(socketPath, question).then(
    () => true,
    () => false,
  );
}

async function ask<Answer>(
  socketPath: string,
  question: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const redis = new Redis({
    path: socketPath,
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => undefined /* `connect` rejects with it */);
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
