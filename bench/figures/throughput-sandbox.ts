import { type Bench, partOf } from '../bench.ts';
import { startUp } from '../harness/ferryman.ts';
import { createHome } from '../harness/home.ts';
import { awaitIdle, createSubmitter } from '../harness/load.ts';
import { round } from '../harness/meter.ts';
import { startSandboxWorld } from '../harness/sandbox.ts';

const waves = 2;
const swapsInWave = 200;

/**
 * One `up` with Postgres and Redis on the sandbox's three EVM chains: two waves of swaps of one
 * wallet, each from its first job to its last terminal state.
 */
export async function measureSandbox(bench: Bench) {
  const servers = await bench.servers();
  await servers.redis.flush();
  const sandbox = await startSandboxWorld();
  bench.atEnd(() => sandbox.close());
  const home = await createHome({ world: sandbox });
  bench.atEnd(() => home.close());
  for (const { address } of home.wallets) await sandbox.fund(address);
  const databaseUrl = await servers.createDatabase();
  const ferryman = await startUp({ home, stores: { databaseUrl, redisUrl: servers.redis.url } });
  bench.atEnd(() => ferryman.kill());
  const submitter = createSubmitter(ferryman, { world: sandbox, wallets: home.wallets });

  const perWave: number[] = [];
  let settledBefore = 0;
  let unsettled = 0;
  let seconds = 0;
  for (let wave = 0; wave < waves; wave += 1) {
    const until = partOf(bench, 1 / (waves - wave));
    const startedAt = performance.now();
    await submitter.submit(swapsInWave, until);
    const { settled, open, wrong } = await awaitIdle(ferryman, until, submitter.submitted());
    const took = (performance.now() - startedAt) / 1_000;
    bench.log(
      `wave ${wave + 1}: ${settled - settledBefore} settled in ${took.toFixed(1)} s, ${open} open, ${wrong} wrong`,
    );
    // Swaps that are refused or held take no time: a wave with such ones would look fast.
    if (wrong > 0) throw new Error(`${wrong} swaps came to a wrong end; BENCH_LOG=warn shows why`);
    perWave.push(round((settled - settledBefore) / took));
    seconds += took;
    settledBefore = settled;
    unsettled = open;
  }
  if (settledBefore === 0)
    throw new Error('no swap settled on the sandbox; BENCH_LOG=warn shows why');
  await ferryman.kill();
  await sandbox.close();
  return {
    swapsPerSecond: round(settledBefore / seconds),
    waves: perWave,
    // The time ended before the waves did.
    ...(unsettled > 0 ? { unsettled } : {}),
  };
}
