import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Figure, partOf } from '../bench.ts';
import { type Ferryman, startUp } from '../harness/ferryman.ts';
import { round } from '../harness/meter.ts';
import { makeOpenSwaps, type OpenSwaps } from '../harness/open-swaps.ts';
import { treeCpuMs } from '../harness/process-stats.ts';

const steps = [1_000, 10_000, 100_000];
const settleMs = 8_000;
const measureMs = 12_000;

/**
 * One `up` with open swaps on five chains: 70 % wait for their source, 30 % for the routing
 * service.
 */
export const tracking: Figure = {
  name: 'tracking',
  seconds: 125,
  async run(bench) {
    const swaps = await makeOpenSwaps(bench);
    const { servers } = swaps.stage;
    await servers.redis.flush();
    const emptyBytes = await servers.redisBytes();
    const rows: unknown[] = [];
    for (const [index, wanted] of steps.entries()) {
      const open = await swaps.fill(wanted, partOf(bench, index === 2 ? 0.6 : 0.3));
      const ferryman = await startUp(swaps.stage, swaps.key);
      bench.atEnd(() => ferryman.kill());
      rows.push({
        open,
        ...(await measure(swaps, ferryman, { emptyBytes, open })),
        ...(open < wanted * 0.99 ? { wanted } : {}),
      });
      bench.log(JSON.stringify(rows.at(-1)));
      bench.soFar(rows);
      await ferryman.kill();
      await servers.redis.flush();
      if (isOver(bench)) break;
    }
    return rows;
  },
};

function isOver({ deadline }: Bench): boolean {
  return performance.now() > deadline - settleMs - measureMs;
}

async function measure(
  { stage: { servers, standIns } }: OpenSwaps,
  ferryman: Ferryman,
  { emptyBytes, open }: { emptyBytes: number; open: number },
) {
  const read = async () => {
    const { router, rpc } = await standIns.counts();
    const sum = (calls: Record<string, number>) =>
      Object.values(calls).reduce((total, one) => total + one, 0);
    return {
      at: performance.now(),
      cpuMs: await ferryman.cpuMs(),
      postgresCpuMs: await treeCpuMs(servers.postgres.pid()),
      rpc: sum(rpc),
      router: sum(router),
    };
  };
  await pause(settleMs);
  const before = await read();
  await pause(measureMs);
  const after = await read();
  const perSecond = (name: 'cpuMs' | 'postgresCpuMs' | 'rpc' | 'router'): number =>
    round(((after[name] - before[name]) * 1_000) / (after.at - before.at));
  return {
    cpuMsPerSecond: perSecond('cpuMs'),
    postgresCpuMsPerSecond: perSecond('postgresCpuMs'),
    rssMb: await ferryman.rssMb(),
    redisBytesPerSwap: Math.round(Math.max(0, (await servers.redisBytes()) - emptyBytes) / open),
    rpcCallsPerSecond: perSecond('rpc'),
    routerCallsPerSecond: perSecond('router'),
  };
}
