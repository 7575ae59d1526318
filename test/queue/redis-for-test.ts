import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/queue/start-embedded-redis.ts';

export interface RedisForTest extends EmbeddedRedis {
  folder: string;
  /** For looking behind the curtain. */
  client: Redis;
}

export const silent = pino({ level: 'silent' });

/** A real redis-server in a folder of its own, gone after `close`. */
export async function startRedisForTest(): Promise<RedisForTest> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-redis-'));
  const redis = await startEmbeddedRedis({ folder });
  const client = new Redis({ path: redis.socketPath });
  client.on('error', () => undefined);
  return {
    ...redis,
    folder,
    client,
    async close() {
      client.disconnect();
      await redis.close();
      await rm(folder, { recursive: true });
    },
  };
}
