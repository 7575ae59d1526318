import { type Bench, type Figure, partOf } from '../bench.ts';
import { submit as post } from '../harness/api-client.ts';
import { type Ferryman, startApi, startUp } from '../harness/ferryman.ts';
import { jobAt } from '../harness/jobs.ts';
import { percentile, round } from '../harness/meter.ts';
import { type Stage, setStage } from '../harness/stage.ts';

const most = 400;
const warmUp = 20;

/** `POST /v1/swaps` in sequence: to an API alone, and to a service that also executes the swaps. */
export const submit: Figure = {
  name: 'submit',
  seconds: 20,
  async run(bench) {
    const alone = await measure(bench, (stage) => startApi(stage), partOf(bench, 0.5));
    const whileExecuting = await measure(bench, (stage) => startUp(stage), partOf(bench, 1));
    return { ...alone, whileExecuting };
  },
};

async function measure(bench: Bench, start: (stage: Stage) => Promise<Ferryman>, deadline: number) {
  const stage = await setStage(bench);
  const ferryman = await start(stage);
  bench.atEnd(() => ferryman.kill());
  const plan = { world: stage.standIns, wallets: stage.home.wallets };
  const times: number[] = [];
  for (let index = 0; index < warmUp + most && performance.now() < deadline; index += 1) {
    const job = jobAt(plan, index);
    const startedAt = performance.now();
    await post(ferryman, `bench-${index}`, job);
    if (index >= warmUp) times.push(performance.now() - startedAt);
  }
  await ferryman.kill();
  await stage.standIns.close();
  return {
    p50Ms: round(percentile(times, 0.5)),
    p95Ms: round(percentile(times, 0.95)),
    posted: times.length,
  };
}
