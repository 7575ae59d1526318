import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, partOf } from '../bench.ts';
import { startUp } from '../harness/ferryman.ts';
import { round } from '../harness/meter.ts';
import { makeOpenSwaps } from '../harness/open-swaps.ts';

const wanted = 10_000;

/**
 * Kills one `up` with 10,000 open swaps, empties Redis, and waits until all timers are due.
 * Measures from the restart until each swap was locked once and its next action is scheduled.
 */
export const recovery: Figure = {
  name: 'recovery',
  seconds: 60,
  async run(bench) {
    const { stage, key, fill } = await makeOpenSwaps(bench);
    const { servers, databaseUrl } = stage;
    const open = await fill(wanted, partOf(bench, 0.4));
    const first = await startUp(stage, key);
    bench.atEnd(() => first.kill());
    await pause(2_000);
    await first.kill();
    await servers.redis.flush();
    await servers.sql(databaseUrl, `update timers set due_at = now() - interval '1 day'`);
    const countLeft = async (): Promise<number> => {
      const text = `select count(*)::int as left from timers where due_at < now() - interval '12 hours'`;
      return (await servers.sql<{ left: number }>(databaseUrl, text))[0]?.left ?? 0;
    };
    const startedAt = performance.now();
    const again = await startUp(stage, key);
    bench.atEnd(() => again.kill());
    const startMs = performance.now() - startedAt;
    let left = await countLeft();
    while (left > 0 && performance.now() < bench.deadline) {
      await pause(250);
      left = await countLeft();
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      open,
      // The time ended before all swaps were resumed.
      secondsUntilAllClaimed: left > 0 ? null : round(seconds),
      ofThatStartSeconds: round(startMs / 1_000),
      ...(left > 0 ? { left, afterSeconds: round(seconds) } : {}),
    };
  },
};
