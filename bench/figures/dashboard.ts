import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Figure } from '../bench.ts';
import { get } from '../harness/api-client.ts';
import { dashboardCalls, timeCalls } from '../harness/dashboard-calls.ts';
import { type Ferryman, startApi } from '../harness/ferryman.ts';
import { fillHistory } from '../harness/fill-history.ts';
import { historyChains } from '../harness/history-sql.ts';
import { round } from '../harness/meter.ts';
import { settleSome } from '../harness/settle-some.ts';
import { setStage } from '../harness/stage.ts';
import { timeDryRun, timeExport } from '../harness/time-long-calls.ts';
import { watchList } from '../harness/watch-list.ts';

const swaps = 1_000_000;
const days = 50;
const templatePatience = 120_000;

/**
 * Every reading call of the dashboard's pages, and its list in a browser, with a million swaps in
 * the journal. Filling it takes minutes, so it runs only by name.
 */
export const dashboard: Figure = {
  name: 'dashboard',
  seconds: 900,
  onlyByName: true,
  async run(bench) {
    const stage = await setStage(bench, { chains: [...historyChains] });
    const { servers, databaseUrl } = stage;
    const until = performance.now() + templatePatience;
    const { key, ids } = await settleSome(bench, stage, { count: 1, until });
    const [template] = ids;
    if (template === undefined) throw new Error('there is no swap to copy');
    const filledAt = performance.now();
    await fillHistory(
      (text, values) => servers.sql(databaseUrl, text, values),
      { template, swaps, days },
      (done) => {
        if (done % 100_000 === 0) bench.log(`${done} swaps`);
      },
    );
    const fillSeconds = round((performance.now() - filledAt) / 1_000);
    const api = await startApi(stage, key);
    bench.atEnd(() => api.kill());
    return { swaps, fillSeconds, ...(await measure(bench, api)) };
  },
};

async function measure(bench: Bench, api: Ferryman) {
  const middle = new Date(Date.now() - (days / 2) * 86_400_000).toISOString();
  const path = `/v1/swaps?limit=1&state=settled&createdBefore=${middle}`;
  const { swaps: found } = (await get(api, path)) as unknown as { swaps: Found[] };
  const [swap] = found;
  if (!swap?.payment) throw new Error('there is no swap in the middle');
  const { id, idempotencyKey, receiver, payment } = swap;
  const known = { id, idempotencyKey, receiver, txId: payment.txId };
  // What the start leaves to do.
  await pause(3_000);
  const calls = await timeCalls(api, dashboardCalls(known));
  bench.soFar({ calls });
  const list = await watchList(api);
  return { calls, dryRun: await timeDryRun(api), export: await timeExport(api), list };
}

interface Found {
  id: string;
  idempotencyKey: string;
  receiver: string;
  payment: { txId: string } | null;
}
