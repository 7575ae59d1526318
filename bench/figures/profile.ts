import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, partOf } from '../bench.ts';
import { startUp } from '../harness/ferryman.ts';
import { createSubmitter } from '../harness/load.ts';
import { measureLoad, requireSettlements } from '../harness/measure-load.ts';
import { round } from '../harness/meter.ts';
import { readProfiles } from '../harness/read-profile.ts';
import { setStage } from '../harness/stage.ts';

/**
 * Where the service spends its time under the load of `throughput.standIn`. Profiling slows it
 * down, so it is a figure of its own.
 */
export const profile: Figure = {
  name: 'profile',
  seconds: 120,
  onlyByName: true,
  async run(bench) {
    const { servers, standIns, home, stores, databaseUrl } = await setStage(bench, { wallets: 4 });
    const folder = join(home.folder, 'profiles');
    await mkdir(folder);
    const startedAt = performance.now();
    const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=2000'];
    const ferryman = await startUp({ home, stores, nodeOptions });
    bench.atEnd(() => ferryman.kill());
    const submitter = createSubmitter(ferryman, { world: standIns, wallets: home.wallets });
    let warmUntil = startedAt;
    const { settled } = await measureLoad({
      metered: { ferryman, servers, standIns, databaseUrl },
      submitter,
      backlog: 200,
      warmUp: 100,
      most: 2_000,
      deadline: partOf(bench, 0.8),
      onWarm: () => {
        warmUntil = performance.now();
      },
    });
    requireSettlements([{ settled }]);
    // Node writes the profile when the process exits by itself.
    await ferryman.stop();
    const time = await readProfiles(folder, warmUntil - startedAt);
    const total = [...time.values()].reduce((sum, ms) => sum + ms, 0);
    const parts = [...time].sort(([, one], [, other]) => other - one);
    return parts.map(([part, ms]) => ({
      part,
      percent: round((100 * ms) / total),
      msPerSwap: round(ms / settled),
    }));
  },
};
