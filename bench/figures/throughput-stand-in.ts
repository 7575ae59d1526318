import { type Bench, partOf } from '../bench.ts';
import { startUp } from '../harness/ferryman.ts';
import { createSubmitter } from '../harness/load.ts';
import { measureLoad, requireSettlements } from '../harness/measure-load.ts';
import { callsPerSwap, round } from '../harness/meter.ts';
import { setStage } from '../harness/stage.ts';

/** Number of swaps that stay open. */
const backlog = 200;
/** An account has few transactions in flight. A single one would measure the block interval. */
const wallets = 4;

/**
 * One `up` with Postgres and Redis and a constant backlog, against stand-ins in another process.
 */
export async function measureStandIn(bench: Bench) {
  const { servers, standIns, home, stores, databaseUrl } = await setStage(bench, { wallets });
  const ferryman = await startUp({ home, stores });
  bench.atEnd(() => ferryman.kill());
  const submitter = createSubmitter(ferryman, { world: standIns, wallets: home.wallets });
  const metered = { ferryman, servers, standIns, databaseUrl };
  const deadline = partOf(bench, 0.45);
  const { settled, spent, last } = await measureLoad({
    metered,
    submitter,
    backlog,
    warmUp: 100,
    most: 3_000,
    deadline,
  });
  requireSettlements([{ settled }]);
  await ferryman.kill();
  await standIns.close();
  return {
    swapsPerSecond: round((settled * 1_000) / spent.at),
    executorCpuMs: round(spent.executorCpuMs / settled),
    postgresCpuMs: round(spent.postgresCpuMs / settled),
    redisCpuMs: round(spent.redisCpuMs / settled),
    calls: callsPerSwap(spent, settled),
    settled,
    ...(last.wrong > 0 ? { wrong: last.wrong } : {}),
  };
}
