import { startEmbeddedRedis } from '../../src/queue/start-embedded-redis.ts';

/**
 * Starts a Redis as Ferryman does, in a process whose parent kills it. Tells the server's process
 * id.
 */
const { pid } = await startEmbeddedRedis({ folder: process.argv[2] ?? '' });
process.stdout.write(String(pid));
setInterval(() => undefined, 60_000);
