import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench.ts';
import { type Ferryman, startUp } from '../harness/ferryman.ts';
import { createSubmitter, lookAt } from '../harness/load.ts';
import { round } from '../harness/meter.ts';
import { handlesOf } from '../harness/process-stats.ts';
import { setStage } from '../harness/stage.ts';

const swapsPerSecond = 5;
const restartEveryMs = 10 * 60_000;
const sampleEveryMs = 60_000;
const defaultMinutes = 60;

/**
 * 5 swaps a second on the stand-ins, with a restart every ten minutes. Samples once a minute what
 * must not grow.
 */
export const soak: Figure = {
  name: 'soak',
  seconds: 60,
  onlyByName: true,
  async run(bench) {
    const stage = await setStage(bench, { wallets: 4 });
    const { servers, standIns, home, databaseUrl } = stage;
    let ferryman: Ferryman = await startUp(stage);
    bench.atEnd(() => ferryman.kill());
    const { key } = ferryman.api;
    const plan = { world: standIns, wallets: home.wallets };
    const startedAt = performance.now();
    const endsAt = startedAt + (bench.minutes ?? defaultMinutes) * 60_000;
    const samples: unknown[] = [];
    let submitted = 0;
    let restartAt = startedAt + restartEveryMs;
    let sampleAt = startedAt + sampleEveryMs;

    async function sample(): Promise<void> {
      const { settled, open, wrong } = await lookAt(ferryman);
      const [size] = await servers.sql<{ bytes: string }>(
        databaseUrl,
        'select pg_database_size(current_database()) as bytes',
      );
      const handles = await Promise.all(ferryman.processes.map(({ pid }) => handlesOf(pid)));
      samples.push({
        minute: round((performance.now() - startedAt) / 60_000),
        settled,
        open,
        wrong,
        rssMb: await ferryman.rssMb(),
        handles: handles.reduce((sum, count) => sum + count, 0),
        redisKeys: await servers.redisKeys(),
        journalBytesPerSwap: Math.round(Number(size?.bytes ?? 0) / Math.max(1, submitted)),
      });
      bench.log(JSON.stringify(samples.at(-1)));
      bench.soFar({ submitted, samples });
    }

    while (performance.now() < endsAt) {
      if (performance.now() > restartAt) {
        restartAt += restartEveryMs;
        await ferryman.stop();
        ferryman = await startUp(stage, key);
      }
      const wanted = Math.floor(((performance.now() - startedAt) / 1_000) * swapsPerSecond);
      const submitter = createSubmitter(ferryman, plan, submitted);
      submitted += await submitter.submit(Math.max(0, wanted - submitted));
      if (performance.now() > sampleAt) {
        sampleAt += sampleEveryMs;
        await sample();
      }
      await pause(200);
    }
    await sample();
    return { minutes: round((performance.now() - startedAt) / 60_000), submitted, samples };
  },
};
