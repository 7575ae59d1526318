import { type Bench, type Figure, partOf } from '../bench.ts';
import { type Ferryman, startApi, startWorkers, together } from '../harness/ferryman.ts';
import { createSubmitter, lookAt, type Submitter } from '../harness/load.ts';
import { measureLoad, requireSettlements } from '../harness/measure-load.ts';
import { perSettled, round } from '../harness/meter.ts';
import { type Stage, setStage } from '../harness/stage.ts';

interface Scene {
  waiting: number;
  callsPerMinute?: number;
  /** Shares of the time: submission, start of the workers, settlements. */
  weight: number;
}

const scenes: readonly Scene[] = [
  { waiting: 10, weight: 2 },
  { waiting: 1_000, weight: 2.2 },
  { waiting: 10_000, weight: 5 },
];
const fewCalls: Scene = { waiting: 10_000, callsPerMinute: 60, weight: 2 };
/** In sequence on one journal, so that each run submits only the missing swaps. */
const runs = [
  { lanes: 100, scenes },
  { lanes: 1, scenes: [...scenes, fewCalls] },
];
const settlements = 300;
/**
 * Swaps in flight besides the waiting ones: as many as settle between two polls, and as fill the
 * slots of a lane.
 */
const underWay = 64;
/** A hundred lanes: twenty wallets on each of five chains. */
const chains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE'];

/**
 * Measures 300 settlements with a backlog. The cost of one must not depend on the size of the
 * backlog.
 */
export const overload: Figure = {
  name: 'overload',
  seconds: 150,
  async run(bench) {
    const rows: Awaited<ReturnType<typeof measure>>[] = [];
    const weights = runs.flatMap((run) => run.scenes.map(({ weight }) => weight));
    for (const run of runs) {
      const crowd = await openDoors(bench, run.lanes);
      for (const scene of run.scenes) {
        const left = weights.slice(rows.length).reduce((sum, weight) => sum + weight, 0);
        rows.push(await measure(bench, crowd, scene, partOf(bench, scene.weight / left)));
        bench.log(JSON.stringify(rows.at(-1)));
        bench.soFar(rows);
      }
      await crowd.api.kill();
      await crowd.stage.standIns.close();
    }
    requireSettlements(rows);
    return rows;
  },
};

/** An API with a number of lanes to submit swaps to. */
interface Crowd {
  lanes: number;
  stage: Stage;
  api: Ferryman;
  submitter: Submitter;
}

async function openDoors(bench: Bench, lanes: number): Promise<Crowd> {
  const stage = await setStage(bench, { chains, wallets: Math.max(1, lanes / chains.length) });
  const api = await startApi(stage);
  bench.atEnd(() => api.kill());
  const plan = {
    world: stage.standIns,
    wallets: stage.home.wallets,
    ...(lanes > 1 ? { sources: chains } : {}),
  };
  return { lanes, stage, api, submitter: createSubmitter(api, plan) };
}

async function measure(
  bench: Bench,
  crowd: Crowd,
  { waiting, callsPerMinute }: Scene,
  deadline: number,
) {
  const { lanes, stage, api, submitter } = crowd;
  const { servers, standIns, databaseUrl } = stage;
  const backlog = waiting + underWay;
  // No worker runs yet, so all swaps wait when the workers start.
  await submitter.submit(backlog - (await lookAt(api)).open, partOf({ deadline }, 0.6));
  const open = (await lookAt(api)).open;
  const env = callsPerMinute === undefined ? {} : { ROUTER_CALLS_PER_MINUTE: `${callsPerMinute}` };
  const working = await startWorkers({ ...stage, env }, api.api);
  bench.atEnd(() => working.kill());
  const { settled, spent } = await measureLoad({
    metered: { ferryman: together(api, working), servers, standIns, databaseUrl },
    submitter,
    backlog: open,
    // The first minute's calls come at once. A longer warm-up would use them up.
    warmUp: callsPerMinute === undefined ? 20 : 0,
    most: settlements,
    deadline,
  });
  // The next workers resume the open swaps. No job of the stopped ones remains in the queue.
  await working.stop();
  return {
    waiting: Math.min(waiting, Math.max(0, open - underWay)),
    lanes,
    ...(callsPerMinute === undefined ? {} : { callsPerMinute }),
    settledPerSecond: round((settled * 1_000) / spent.at),
    routerCallsPerSettled: perSettled(spent.router, settled),
    sqlPerSettled: perSettled(spent.sql, settled),
    cpuMsPerSettled: perSettled(spent.executorCpuMs, settled),
    settled,
    // The time ended before all were submitted.
    ...(open < backlog ? { wanted: waiting } : {}),
  };
}
