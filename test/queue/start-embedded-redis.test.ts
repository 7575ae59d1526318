import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/queue/start-embedded-redis.ts';
import { waitFor } from '../support/wait-for.ts';

/** Built by `npm run build`, which `npm test` does first. */
const program = fileURLToPath(
  new URL('../../dist/test/programs/embedded-redis.js', import.meta.url),
);

let folder = '';
const opened: EmbeddedRedis[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-redis-'));
});
afterEach(async () => {
  for (const redis of opened.splice(0)) await redis.close();
  await rm(folder, { recursive: true });
});

async function start(at = folder): Promise<EmbeddedRedis> {
  const redis = await startEmbeddedRedis({ folder: at });
  opened.push(redis);
  return redis;
}

async function tell<Answer>(
  redis: EmbeddedRedis,
  command: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis({ path: redis.socketPath });
  try {
    return await command(client);
  } finally {
    client.disconnect();
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the embedded Redis', () => {
  it('listens on its socket alone, for its owner alone, and keeps what it is told over an orderly end', async () => {
    const first = await start();
    expect((await stat(first.socketPath)).mode & 0o077).toBe(0);
    const config = await tell(first, (client) => client.config('GET', 'port'));
    expect(config).toEqual(['port', '0']);
    await tell(first, (client) => client.set('a', '1'));
    await first.close();
    expect(lives(first.pid)).toBe(false);
    const second = await start();
    expect(await tell(second, (client) => client.get('a'))).toBe('1');
  });

  it('keeps what it is told over a kill -9', async () => {
    const first = await start();
    await tell(first, (client) => client.set('a', '1'));
    process.kill(first.pid, 'SIGKILL');
    await waitFor(() => expect(lives(first.pid)).toBe(false));
    const second = await start();
    expect(await tell(second, (client) => client.get('a'))).toBe('1');
  });

  it('dies with the process that started it, even on SIGKILL', async () => {
    const parent = await startElsewhere();
    expect(lives(parent.redisPid)).toBe(true);
    parent.child.kill('SIGKILL');
    await waitFor(() => expect(lives(parent.redisPid)).toBe(false));
  });

  it('tells a leftover on its socket to go, and takes over its data', async () => {
    const leftover = await start();
    await tell(leftover, (client) => client.set('a', '1'));
    const next = await start();
    expect(next.pid).not.toBe(leftover.pid);
    await waitFor(() => expect(lives(leftover.pid)).toBe(false));
    expect(await tell(next, (client) => client.get('a'))).toBe('1');
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    const redis = await start(deep);
    expect(Buffer.byteLength(redis.socketPath)).toBeLessThan(104);
    expect(await tell(redis, (client) => client.config('GET', 'dir'))).toEqual(['dir', deep]);
    await redis.close();

    const shared = dirname(redis.socketPath);
    await expect(stat(shared)).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(shared);
    await chmod(shared, 0o777);
    await expect(startEmbeddedRedis({ folder: deep })).rejects.toMatchObject({
      code: 'REDIS_UNAVAILABLE',
    });
    await rm(shared, { recursive: true });
  });

  it('says what to do where redis-server is not installed, and why it did not start', async () => {
    const missing = startEmbeddedRedis({ folder, binary: join(folder, 'redis-server') });
    await expect(missing).rejects.toMatchObject({ code: 'REDIS_UNAVAILABLE', next: 'stop' });
    await expect(missing).rejects.toThrow('apt-get install redis-server');

    await mkdir(join(folder, 'appendonlydir'));
    await writeFile(join(folder, 'appendonlydir', 'appendonly.aof.manifest'), 'nonsense');
    await expect(startEmbeddedRedis({ folder })).rejects.toMatchObject({
      code: 'REDIS_UNAVAILABLE',
      message: expect.stringMatching(/did not start: .+/),
    });
  });
});

/** A process of its own that starts a Redis as we do, to be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; redisPid: number }> {
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, redisPid: Number(line.toString()) };
}
