import type { Bench } from '../bench.ts';
import type { FloorReport, FloorSettings } from '../floor/settings.ts';
import { startChildProgram } from '../harness/child-program.ts';
import { round } from '../harness/meter.ts';
import { startStandIns } from '../harness/stand-ins.ts';

/** A higher concurrency adds no throughput. */
const sideBySide = 32;

/** The bare loop on the same stand-ins, Postgres and Redis. */
export async function measureFloor(
  bench: Bench,
): Promise<{ cpuMs: number; swapsPerSecond: number }> {
  const servers = await bench.servers();
  const standIns = await startStandIns(['ETH', 'POLYGON']);
  bench.atEnd(() => standIns.close());
  const [chain] = standIns.chains;
  if (!chain) throw new TypeError('the stand-ins have no chain');
  const settings: FloorSettings = {
    standInsUrl: standIns.routerUrl,
    chain: chain.name,
    chainId: chain.chainId,
    databaseUrl: await servers.createDatabase(),
    redisUrl: servers.redis.url,
    sideBySide,
    warmUpMs: 4_000,
    measureMs: 10_000,
    least: 300,
    maxMs: 40_000,
  };
  const program = await startChildProgram('bench/floor/main', settings);
  bench.atEnd(() => program.close());
  const { settled, milliseconds, cpuMs } = (await program.next()) as FloorReport;
  await program.close();
  const { unknown } = await standIns.counts();
  await standIns.close();
  await servers.redis.flush();
  if (settled === 0 || Object.keys(unknown).length > 0)
    throw new Error('the bare loop did not work on the stand-ins');
  return { cpuMs: round(cpuMs / settled), swapsPerSecond: round((settled * 1_000) / milliseconds) };
}
