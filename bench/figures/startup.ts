import type { Bench, Figure } from '../bench.ts';
import { type Ferryman, startUp } from '../harness/ferryman.ts';
import { createHome } from '../harness/home.ts';
import { startStandIns } from '../harness/stand-ins.ts';

/**
 * The time from the command to the line with the API's address, and the memory of the process tree
 * then.
 */
export const startup: Figure = {
  name: 'startup',
  seconds: 20,
  async run(bench) {
    const servers = await bench.servers();
    const standIns = await startStandIns(['ETH', 'POLYGON', 'ARBITRUM']);
    bench.atEnd(() => standIns.close());
    // Keys sign for one journal, so each form has its own.
    const homes = await Promise.all([
      createHome({ world: standIns }),
      createHome({ world: standIns }),
    ]);
    for (const home of homes) bench.atEnd(() => home.close());
    const [embeddedHome, serverHome] = homes;
    const stores = { databaseUrl: await servers.createDatabase(), redisUrl: servers.redis.url };
    // The first start creates the journal. Later starts are the usual case.
    await timed(bench, () => startUp({ home: embeddedHome }));
    const embedded = await timed(bench, () => startUp({ home: embeddedHome }));
    await timed(bench, () => startUp({ home: serverHome, stores }));
    const server = await timed(bench, () => startUp({ home: serverHome, stores }));
    return {
      embeddedMs: embedded.milliseconds,
      serverMs: server.milliseconds,
      embeddedRssMb: embedded.rssMb,
      serverRssMb: server.rssMb,
    };
  },
};

async function timed(
  bench: Bench,
  start: () => Promise<Ferryman>,
): Promise<{ milliseconds: number; rssMb: number }> {
  const startedAt = performance.now();
  const ferryman = await start();
  const milliseconds = Math.round(performance.now() - startedAt);
  try {
    const rssMb = await ferryman.rssMb();
    bench.log(`started in ${milliseconds} ms with ${rssMb} MB`);
    return { milliseconds, rssMb };
  } finally {
    await ferryman.stop();
  }
}
