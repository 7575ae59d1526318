import { type Bench, type Figure, partOf } from '../bench.ts';
import { startApi, startWorkers, together } from '../harness/ferryman.ts';
import { createSubmitter } from '../harness/load.ts';
import { measureLoad } from '../harness/measure-load.ts';
import { round } from '../harness/meter.ts';
import { setStage } from '../harness/stage.ts';

interface Scene {
  waiting: number;
  lanes: number;
  callsPerMinute?: number;
}

const scenes: readonly Scene[] = [
  { waiting: 10, lanes: 1 },
  { waiting: 10, lanes: 100 },
  { waiting: 1_000, lanes: 1 },
  { waiting: 1_000, lanes: 100 },
  { waiting: 10_000, lanes: 1 },
  { waiting: 10_000, lanes: 100 },
  { waiting: 1_000, lanes: 1, callsPerMinute: 60 },
];
/** Taking in ten thousand swaps takes time as well. */
const weights = [1, 1, 1.6, 1.6, 5, 5, 2];
const settlements = 300;
/** A hundred lanes are twenty wallets on each of five chains. */
const chains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE'];

/** 300 settlements while so many swaps wait: what one costs must not depend on how many wait. */
export const overload: Figure = {
  name: 'overload',
  seconds: 250,
  async run(bench) {
    const rows: unknown[] = [];
    for (const [index, scene] of scenes.entries()) {
      const left = weights.slice(index).reduce((sum, weight) => sum + weight, 0);
      rows.push(await measure(bench, scene, partOf(bench, (weights[index] ?? 1) / left)));
      bench.log(JSON.stringify(rows.at(-1)));
    }
    return rows;
  },
};

async function measure(bench: Bench, { waiting, lanes, callsPerMinute }: Scene, deadline: number) {
  const { servers, standIns, home, stores, databaseUrl } = await setStage(bench, {
    chains,
    wallets: Math.max(1, lanes / chains.length),
    ...(callsPerMinute === undefined ? {} : { callsPerMinute }),
  });
  const api = await startApi({ home, stores });
  bench.atEnd(() => api.kill());
  const plan = { world: standIns, wallets: home.wallets, ...(lanes > 1 ? { sources: chains } : {}) };
  const submitter = createSubmitter(api, plan);
  // Nobody carries them on yet, so that all of them wait when the workers start.
  const taken = await submitter.submit(waiting, partOf({ deadline }, 0.6));
  const working = await startWorkers({ home, stores }, api.api);
  bench.atEnd(() => working.kill());
  const ferryman = together(api, working);
  const { settled, spent } = await measureLoad({
    metered: { ferryman, servers, standIns, databaseUrl },
    submitter,
    backlog: taken,
    warmUp: Math.min(20, taken),
    most: settlements,
    deadline,
  });
  await ferryman.kill();
  await standIns.close();
  return {
    waiting: taken,
    lanes,
    ...(callsPerMinute === undefined ? {} : { callsPerMinute }),
    settledPerSecond: round((settled * 1_000) / spent.at),
    routerCallsPerSettled: round(spent.router / settled),
    sqlPerSettled: round(spent.sql / settled),
    cpuMsPerSettled: round(spent.executorCpuMs / settled),
    settled,
    // The time was over before so many were taken in.
    ...(taken < waiting ? { wanted: waiting } : {}),
  };
}
