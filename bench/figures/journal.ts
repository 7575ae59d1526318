import { type Figure, partOf } from '../bench.ts';
import { get, submit } from '../harness/api-client.ts';
import { createSwapCopier } from '../harness/copy-swaps.ts';
import { type Ferryman, startApi } from '../harness/ferryman.ts';
import { jobAt } from '../harness/jobs.ts';
import { percentile, round } from '../harness/meter.ts';
import { settleSome } from '../harness/settle-some.ts';
import { type Stage, setStage } from '../harness/stage.ts';

const steps = [10_000, 1_000_000];
const questions = 100;
const templates = 4;

/**
 * The time of a submission, a list and a filtered list with a full journal. Most of its swaps are
 * copies of settled ones.
 */
export const journal: Figure = {
  name: 'journal',
  seconds: 150,
  async run(bench) {
    const stage = await setStage(bench);
    const { servers, databaseUrl } = stage;
    const { key, ids } = await settleSome(bench, stage, {
      count: templates,
      until: partOf(bench, 0.3),
    });
    const copier = await createSwapCopier(
      (text, values) => servers.sql(databaseUrl, text, values),
      ids,
    );
    const rows: unknown[] = [];
    let swaps = templates;
    for (const [index, wanted] of steps.entries()) {
      swaps += await copier.copy(
        Math.ceil((wanted - swaps) / templates),
        partOf(bench, index === 0 ? 0.3 : 0.45),
      );
      const api = await startApi(stage, key);
      bench.atEnd(() => api.kill());
      const times = await measure(api, stage, index * questions);
      await api.kill();
      rows.push({ swaps, ...times, ...(swaps < wanted ? { wanted } : {}) });
      bench.log(JSON.stringify(rows.at(-1)));
      bench.soFar(rows);
    }
    return rows;
  },
};

async function measure(api: Ferryman, { standIns, home }: Stage, first: number) {
  const plan = { world: standIns, wallets: home.wallets };
  const wallet = home.wallets[0]?.name ?? '';
  const searches = [
    `wallet=${wallet}`,
    'chain=POLYGON',
    'state=settled',
    'state=requested',
    'state=failed,needs_review',
  ];
  const p95 = async (ask: (index: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let index = 0; index < questions; index += 1) {
      const startedAt = performance.now();
      await ask(index);
      times.push(performance.now() - startedAt);
    }
    return round(percentile(times, 0.95));
  };
  await get(api, '/v1/swaps?limit=50');
  return {
    submitP95Ms: await p95((index) =>
      submit(api, `later-${first + index}`, jobAt(plan, 10_000 + first + index)),
    ),
    listP95Ms: await p95(() => get(api, '/v1/swaps?limit=50')),
    searchP95Ms: await p95((index) =>
      get(api, `/v1/swaps?limit=50&${searches[index % searches.length]}`),
    ),
  };
}
