import { setTimeout as pause } from 'node:timers/promises';
import { generatePrivateKey, sign } from 'viem/accounts';
import { type Figure, partOf } from '../bench.ts';
import { submit } from '../harness/api-client.ts';
import { startUp } from '../harness/ferryman.ts';
import { jobAt } from '../harness/jobs.ts';
import { awaitIdle } from '../harness/load.ts';
import { percentile, round } from '../harness/meter.ts';
import { setStage } from '../harness/stage.ts';
import type { StandIns } from '../harness/stand-ins.ts';
import type { RecordedRequest } from '../stand-ins/settings.ts';

const warmUp = 5;
const most = 60;

/**
 * The time from a job's POST to the arrival of its signed bytes at the chain, one swap at a time.
 * For comparison, a script repeats the same recorded calls in sequence and signs before the last.
 */
export const latency: Figure = {
  name: 'latency',
  seconds: 40,
  async run(bench) {
    const { standIns, home, stores } = await setStage(bench);
    const ferryman = await startUp({ home, stores });
    bench.atEnd(() => ferryman.kill());
    const plan = { world: standIns, wallets: home.wallets };
    const times: number[] = [];
    const scriptTimes: number[] = [];
    let calls = 0;
    const warmUntil = partOf(bench, 0.3);
    for (let index = 0; index < warmUp + most && performance.now() < bench.deadline; index += 1) {
      const job = jobAt(plan, index);
      await standIns.tell({ record: true });
      const startedAt = performance.timeOrigin + performance.now();
      await submit(ferryman, `bench-${index}`, job);
      const standing = await awaitIdle(ferryman, bench.deadline, index + 1);
      if (standing.wrong > 0) throw new Error('a swap came to a wrong end on the stand-ins');
      const arrival = (await standIns.arrivals()).find(
        ({ receiver }) => receiver === job.receiver.toLowerCase(),
      );
      const recorded = await standIns.recorded();
      await standIns.tell({ record: false });
      if (!arrival) break;
      const untilSent = upToSending(recorded);
      const script = await replay(standIns, untilSent);
      if (index >= warmUp || performance.now() > warmUntil) {
        times.push(arrival.at - startedAt);
        scriptTimes.push(script);
        calls += untilSent.length;
      }
      await pause(20);
    }
    const p50Ms = percentile(times, 0.5);
    const scriptP50Ms = percentile(scriptTimes, 0.5);
    return {
      p50Ms: round(p50Ms),
      p95Ms: round(percentile(times, 0.95)),
      scriptP50Ms: round(scriptP50Ms),
      ratio: round(p50Ms / scriptP50Ms),
      swaps: times.length,
      requests: round(calls / times.length),
    };
  },
};

function upToSending(recorded: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const sending = recorded.findIndex(({ body }) => body.includes('eth_sendRawTransaction'));
  return recorded.slice(0, sending + 1);
}

/** The chain refuses the bytes as known. That takes as long. */
async function replay(
  { routerUrl }: StandIns,
  requests: readonly RecordedRequest[],
): Promise<number> {
  const privateKey = generatePrivateKey();
  const startedAt = performance.now();
  for (const [index, { method, path, body }] of requests.entries()) {
    if (index === requests.length - 1) await sign({ hash: `0x${'1'.repeat(64)}`, privateKey });
    const init =
      method === 'GET' ? {} : { method, body, headers: { 'content-type': 'application/json' } };
    await (await fetch(`${routerUrl}${path}`, init)).json();
  }
  return performance.now() - startedAt;
}
