import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench.ts';
import { startApi, startUp, startWorkers } from '../harness/ferryman.ts';
import { createHome } from '../harness/home.ts';
import { treeRssMb } from '../harness/process-stats.ts';
import { setStage } from '../harness/stage.ts';

/** Memory of the start is released within this time. */
const settleMs = 10_000;

/**
 * Resident memory of idle processes: the embedded service with its Redis, the server form in one
 * process, and each role alone.
 */
export const memory: Figure = {
  name: 'memory',
  seconds: 42,
  async run(bench) {
    const { standIns, home, stores } = await setStage(bench);
    // Keys sign for one journal, so each form has its own.
    const other = await createHome({ world: standIns });
    bench.atEnd(() => other.close());
    const embedded = await startUp({ home: other });
    bench.atEnd(() => embedded.kill());
    await pause(settleMs);
    const embeddedRssMb = await embedded.rssMb();
    await embedded.stop();
    const up = await startUp({ home, stores });
    bench.atEnd(() => up.kill());
    await pause(settleMs);
    const serverRssMb = await up.rssMb();
    const { key } = up.api;
    await up.stop();
    const api = await startApi({ home, stores }, key);
    bench.atEnd(() => api.kill());
    const workers = await startWorkers({ home, stores }, api.api);
    bench.atEnd(() => workers.kill());
    await pause(settleMs);
    const roles: Record<string, number> = { api: await api.rssMb() };
    for (const { pid, announced } of workers.processes) {
      roles[String((announced as { role: string }).role)] = await treeRssMb(pid);
    }
    return { embeddedRssMb, serverRssMb, roles };
  },
};
