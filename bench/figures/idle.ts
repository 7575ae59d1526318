import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench.ts';
import { startUp } from '../harness/ferryman.ts';
import { round } from '../harness/meter.ts';
import { treeCpuMs } from '../harness/process-stats.ts';
import { setStage } from '../harness/stage.ts';

const chains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE', 'OPTIMISM', 'AVALANCHE'];
const settleMs = 8_000;
const measureMs = 15_000;

/** One idle `up` with seven chains of five blocks a second. */
export const idle: Figure = {
  name: 'idle',
  seconds: 28,
  async run(bench) {
    const { servers, standIns, home, stores, databaseUrl } = await setStage(bench, { chains });
    const ferryman = await startUp({ home, stores });
    bench.atEnd(() => ferryman.kill());
    const read = async () => ({
      at: performance.now(),
      cpuMs: await ferryman.cpuMs(),
      postgresCpuMs: await treeCpuMs(servers.postgres.pid()),
      sql: await servers.statements(databaseUrl),
      rpc: Object.values((await standIns.counts()).rpc).reduce((sum, calls) => sum + calls, 0),
    });
    await pause(settleMs);
    const before = await read();
    await pause(measureMs);
    const after = await read();
    const seconds = (after.at - before.at) / 1_000;
    return {
      cpuMsPerSecond: round((after.cpuMs - before.cpuMs) / seconds),
      postgresCpuMsPerSecond: round((after.postgresCpuMs - before.postgresCpuMs) / seconds),
      sqlPerSecond: round((after.sql - before.sql) / seconds),
      rpcCallsPerSecond: round((after.rpc - before.rpc) / seconds),
    };
  },
};
