import { type Bench, type Figure, partOf } from '../bench.ts';
import { type Ferryman, startApi, startWorkers, together } from '../harness/ferryman.ts';
import { createSubmitter, type Submitter } from '../harness/load.ts';
import { measureLoad, requireSettlements } from '../harness/measure-load.ts';
import { perSettled, round } from '../harness/meter.ts';
import { type Stage, setStage } from '../harness/stage.ts';

const counts = [1, 2, 4];
const wallets = 8;
const backlog = 200;

/** One `api`, one `track`, one `recover`, and a varying number of `execute` processes. */
export const workers: Figure = {
  name: 'workers',
  seconds: 65,
  async run(bench) {
    const stage = await setStage(bench, { wallets });
    const api = await startApi(stage);
    bench.atEnd(() => api.kill());
    const submitter = createSubmitter(api, { world: stage.standIns, wallets: stage.home.wallets });
    const rows: Awaited<ReturnType<typeof measure>>[] = [];
    for (const [index, processes] of counts.entries()) {
      const deadline = partOf(bench, 1 / (counts.length - index));
      rows.push(await measure(bench, { stage, api, submitter }, processes, deadline));
      bench.log(JSON.stringify(rows.at(-1)));
      bench.soFar(rows);
    }
    requireSettlements(rows);
    return rows;
  },
};

async function measure(
  bench: Bench,
  { stage, api, submitter }: { stage: Stage; api: Ferryman; submitter: Submitter },
  processes: number,
  deadline: number,
) {
  const { servers, standIns, databaseUrl } = stage;
  const working = await startWorkers(stage, api.api, processes);
  bench.atEnd(() => working.kill());
  const metered = { ferryman: together(api, working), servers, standIns, databaseUrl };
  const { settled, spent } = await measureLoad({
    metered,
    submitter,
    backlog,
    warmUp: 50,
    most: 2_000,
    deadline,
  });
  await working.stop();
  return {
    processes,
    swapsPerSecond: round((settled * 1_000) / spent.at),
    cpuMsPerSettled: perSettled(spent.executorCpuMs, settled),
    settled,
  };
}
