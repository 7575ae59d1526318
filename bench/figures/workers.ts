import { type Bench, type Figure, partOf } from '../bench.ts';
import { startApi, startWorkers, together } from '../harness/ferryman.ts';
import { createSubmitter } from '../harness/load.ts';
import { measureLoad } from '../harness/measure-load.ts';
import { round } from '../harness/meter.ts';
import { setStage } from '../harness/stage.ts';

const counts = [1, 2, 4];
const wallets = 8;
const backlog = 200;

/** One `api`, one `track`, one `recover`, and so many processes that execute. */
export const workers: Figure = {
  name: 'workers',
  seconds: 100,
  async run(bench) {
    const rows: { processes: number; swapsPerSecond: number; cpuMsPerSettled: number }[] = [];
    for (const [index, processes] of counts.entries()) {
      rows.push(await measure(bench, processes, partOf(bench, 1 / (counts.length - index))));
      bench.log(JSON.stringify(rows.at(-1)));
    }
    return rows;
  },
};

async function measure(bench: Bench, processes: number, deadline: number) {
  const { servers, standIns, home, stores, databaseUrl } = await setStage(bench, { wallets });
  const api = await startApi({ home, stores });
  bench.atEnd(() => api.kill());
  const working = await startWorkers({ home, stores }, api.api, processes);
  bench.atEnd(() => working.kill());
  const ferryman = together(api, working);
  const submitter = createSubmitter(ferryman, { world: standIns, wallets: home.wallets });
  const metered = { ferryman, servers, standIns, databaseUrl };
  const { settled, spent } = await measureLoad({ metered, submitter, backlog, warmUp: 50, most: 2_000, deadline });
  await ferryman.kill();
  await standIns.close();
  return {
    processes,
    swapsPerSecond: round((settled * 1_000) / spent.at),
    cpuMsPerSettled: round(spent.executorCpuMs / settled),
  };
}
