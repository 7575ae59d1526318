import { type Bench, type Figure, partOf } from '../bench.ts';
import { type Ferryman, startApi, startWorkers, together } from '../harness/ferryman.ts';
import { createSubmitter, lookAt, type Submitter } from '../harness/load.ts';
import { measureLoad, requireSettlements } from '../harness/measure-load.ts';
import { perSettled, round } from '../harness/meter.ts';
import { type Stage, setStage } from '../harness/stage.ts';

interface Scene {
  waiting: number;
  callsPerMinute?: number;
  /** Of the time: what takes in swaps, the start of the workers, and the settlements. */
  weight: number;
}

const scenes: readonly Scene[] = [
  { waiting: 10, weight: 2 },
  { waiting: 1_000, weight: 2.2 },
  { waiting: 10_000, weight: 5 },
];
const fewCalls: Scene = { waiting: 10_000, callsPerMinute: 60, weight: 2 };
/** One after another on one journal, so that only those are taken in that are missing. */
const runs = [
  { lanes: 100, scenes },
  { lanes: 1, scenes: [...scenes, fewCalls] },
];
const settlements = 300;
/**
 * Swaps that are carried on beside those that wait: as many as settle between two looks, and as
 * hold the slots of a lane.
 */
const underWay = 64;
/** A hundred lanes are twenty wallets on each of five chains. */
const chains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE'];

/** 300 settlements while so many swaps wait: what one costs must not depend on how many wait. */
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

/** An API that takes swaps in for so many lanes. */
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
  // Nobody carries them on yet, so that all of them wait when the workers start.
  await submitter.submit(backlog - (await lookAt(api)).open, partOf({ deadline }, 0.6));
  const open = (await lookAt(api)).open;
  const env = callsPerMinute === undefined ? {} : { ROUTER_CALLS_PER_MINUTE: `${callsPerMinute}` };
  const working = await startWorkers({ ...stage, env }, api.api);
  bench.atEnd(() => working.kill());
  const { settled, spent } = await measureLoad({
    metered: { ferryman: together(api, working), servers, standIns, databaseUrl },
    submitter,
    backlog: open,
    // The calls of the first minute go at once: who waits for others to settle before has none left
    // to measure.
    warmUp: callsPerMinute === undefined ? 20 : 0,
    most: settlements,
    deadline,
  });
  // What they are at goes on when others start, and no job of theirs is left in the queue.
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
    // The time was over before so many were taken in.
    ...(open < backlog ? { wanted: waiting } : {}),
  };
}
