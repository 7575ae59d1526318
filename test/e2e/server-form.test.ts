import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { auditRoute } from '../../src/cli/demo/audit-route.ts';
import { auditAccounts, jobOf, planRoutes } from '../../src/cli/demo/plan-routes.ts';
import { courseOf } from '../../src/core/swap/course.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { isEnd, type SwapState } from '../../src/core/swap/swap.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { logOf } from '../support/cli-process.ts';
import { type Api, type ServerForm, startServerForm } from '../support/server-form.ts';
import {
  besiege,
  type OpenStream,
  openEventStream,
  slowBody,
  slowHead,
  unreadAnswers,
} from '../support/slow-clients.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';

let form: ServerForm;
let journal: Journal;
beforeAll(async () => {
  // The demo's own run has the router in its default shape.
  form = await startServerForm({ otherChains: ['SOLANA'], routerShape: 'interface' });
});
afterAll(async () => {
  await journal?.close();
  await form.close();
});

async function views(ids: readonly SwapId[]): Promise<SwapView[]> {
  const found = await Promise.all(ids.map((id) => journal.findSwap(id)));
  return found.filter((view) => view !== undefined);
}

/** 180 streams of what does not happen, and 20 of all events. A key may have 20. */
async function openStreams({ url, port, key: admin }: Api): Promise<OpenStream[]> {
  const ofOneKey = async (index: number) => {
    const answer = await fetch(`${url}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scopes: ['view'] }),
    });
    const { secret: key } = (await answer.json()) as { secret: string };
    const type = index === 0 ? undefined : 'wallet.frozen';
    return Array.from({ length: 20 }, () => openEventStream({ port, key }, type));
  };
  const opening = await Promise.all(Array.from({ length: 10 }, (_, index) => ofOneKey(index)));
  return Promise.all(opening.flat());
}

describe('two APIs and four workers on one Redis and one Postgres', () => {
  it('settle every swap once, though a worker is killed in the middle and 200 slow clients and 200 streams hold one API, and stop in order', async () => {
    const { sandbox, walletOf } = form;
    // The first start makes the schema and shows the key; the others may come all at once.
    const first = await form.startApi();
    const [second, doomed, ...workers] = await Promise.all([
      form.startApi(),
      form.startWorker('execute'),
      form.startWorker('execute'),
      form.startWorker('track'),
      form.startWorker('recover'),
    ]);
    journal = await openJournal({ kind: 'postgres', url: form.databaseUrl, poolSize: 2 });
    const { chains } = sandbox.endpoints;
    const accounts = auditAccounts({ chains }, walletOf);
    const opening = await openAudit({ chains, accounts });
    const streams = await openStreams(second);
    const siege = besiege(second, [
      [slowHead, 97],
      [slowBody, 98],
      [unreadAnswers, 5],
    ]);
    await until(async () => siege.open() === 200);

    // Every kind and each of both families; half of them is enough to be killed in the middle of.
    const routes = planRoutes(sandbox.endpoints).filter(
      ({ kind }, index) => kind === 'refund' || index % 2 === 0,
    );
    // Slow clients may slow submissions to that API down, but never the workers.
    const inTheMiddle = until(async () => {
      const states = (await journal.listSwaps({ limit: 100 })).swaps.map(({ swap }) => swap.state);
      return (
        states.includes('settled') &&
        states.some((state) => state === 'executing' || state === 'confirming')
      );
    });
    const submitted = routes.map(async (route, index) => {
      const job = jobOf(route, { chains }, walletOf);
      // A submitter that got no answer asks the other one: it is the same swap.
      const answers = await Promise.all(
        [first, second].map((api) => api.submit(`route-${index}`, job)),
      );
      expect(answers[1]).toBe(answers[0]);
      return answers[0] as SwapId;
    });
    const [ids] = await Promise.all([
      Promise.all(submitted),
      inTheMiddle.then(() => doomed.kill()),
    ]);

    await until(async () => {
      expect((await second.ask(`/v1/swaps/${ids[0]}`)).status).toBe(200);
      return (await views(ids)).every(({ swap }) => courseOf(swap.state) !== 'goes_on');
    });
    expect(siege.open()).toBeGreaterThan(100);
    const swaps = await views(ids);
    expect(swaps.map(({ swap }) => ({ state: swap.state, reason: swap.reason }))).toEqual(
      routes.map(({ kind }) => ({
        state: kind === 'refund' ? 'refunded' : 'settled',
        reason: undefined,
      })),
    );
    const told = swaps.flatMap((view, index) => auditRoute({ route: routes[index]!, view }));
    expect(await closeAudit(opening, told)).toEqual({ balanced: true, differences: [] });
    for (const api of [first, second]) {
      await waitFor(async () =>
        expect(await api.ask('/readyz')).toMatchObject({ status: 200, body: { ok: true } }),
      );
    }

    await siege.end();
    for (const { text } of streams.slice(0, 20)) for (const id of ids) expect(text()).toContain(id);
    const running = [first.process, second.process, ...workers];
    expect(await Promise.all(running.map((one) => one.stop()))).toEqual([0, 0, 0, 0, 0]);
    for (const one of running) expect(one.told()).not.toContain('did not stop in time');
  });
});

describe('a process of one role', () => {
  it.each([
    ['api', ['api'], ['databaseUrl', 'redisUrl', 'intakeSecret']],
    ['worker execute', ['worker', 'execute'], ['databaseUrl', 'redisUrl', 'keystorePassword']],
    ['worker track', ['worker', 'track'], ['databaseUrl', 'redisUrl']],
  ])(
    '%s does not start without its servers, and says all that it lacks',
    async (_, parameters, lacking) => {
      const refusal = await form.startBare(...parameters).catch((cause: Error) => cause.message);
      expect(refusal).toContain('ended with 1');
      expect(refusal).toContain('error CONFIG_INVALID');
      for (const setting of lacking) expect(refusal).toContain(`  ${setting}: `);
    },
  );

  it('tells supervisors how it is, on this machine only, and what else is not there', async () => {
    const worker = await form.startWorker('track', '--status-port', '0', '--log-level', 'info');
    const url = String(worker.announced.statusUrl);
    const livez = await fetch(`${url}/livez`);
    expect([livez.status, await livez.json()]).toEqual([200, { ok: true }]);
    await waitFor(async () => {
      const readyz = await fetch(`${url}/readyz`);
      expect([readyz.status, await readyz.json()]).toMatchObject([
        503,
        {
          ok: false,
          checks: { journal: 'ok', queue: 'ok', router: 'ok', 'workers track': 'ok' },
          codes: { 'workers execute': 'NO_WORKER', 'workers recover': 'NO_WORKER' },
        },
      ]);
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('ferryman_journal_up 1');
    expect((await fetch(`${url}/v1/swaps`)).status).toBe(404);
    expect(await worker.stop()).toBe(0);

    const lines = logOf(worker).filter(({ msg }) => String(msg).startsWith('process '));
    const { pid } = worker;
    expect(lines).toMatchObject([
      {
        msg: 'process started',
        roles: ['track'],
        pid,
        version: expect.any(String),
        statusUrl: url,
      },
      { msg: 'process stops', roles: ['track'], pid, signal: 'SIGTERM' },
      {
        msg: 'process stopped',
        roles: ['track'],
        pid,
        why: 'SIGTERM',
        exitCode: 0,
        seconds: expect.any(Number),
      },
    ]);
  });

  it('is missed where it died: readiness, metrics and the swaps that wait for it say so, until another one is there', async () => {
    const [api, doomed] = await Promise.all([
      form.startApi(),
      form.startWorker('execute'),
      form.startWorker('track'),
      form.startWorker('recover'),
    ]);
    const readyz = async () => (await api.ask('/readyz')).body;
    const metrics = async () => (await fetch(`${api.url}/metrics`)).text();
    await until(async () => (await readyz()).ok === true);
    expect(await readyz()).toMatchObject({ workers: { api: 1, execute: 1, track: 1, recover: 1 } });
    expect(await metrics()).toContain('ferryman_workers{role="execute"} 1');

    await doomed.kill();
    await until(async () => (await readyz()).ok === false);
    expect(await readyz()).toMatchObject({
      checks: { 'workers execute': 'failing', 'workers track': 'ok', 'workers recover': 'ok' },
      codes: { 'workers execute': 'NO_WORKER' },
      workers: { execute: 0 },
    });

    const [route] = planRoutes(form.sandbox.endpoints);
    const job = jobOf(route!, { chains: form.sandbox.endpoints.chains }, form.walletOf);
    const id = await api.submit('without a worker', job);
    const shown = async () =>
      (await api.ask(`/v1/swaps/${id}`)).body.swap as Record<string, unknown>;
    expect(await shown()).toMatchObject({ state: 'requested', reason: { code: 'NO_WORKER' } });
    expect(await metrics()).toMatch(/^ferryman_workers\{role="execute"\} 0$/m);
    expect(await readyz()).toMatchObject({ oldestSwapSeconds: { requested: expect.any(Number) } });

    await form.startWorker('execute');
    await until(async () => isEnd((await shown()).state as SwapState));
    expect(await shown()).not.toHaveProperty('reason');
    expect(await api.ask('/readyz')).toMatchObject({
      status: 200,
      body: { workers: { execute: 1 } },
    });

    // A newer version has brought the schema up to date: who runs goes on, who starts is refused.
    const client = openPostgresClient({ url: form.databaseUrl, poolSize: 1 });
    await client.query(`insert into migrations (number, name) values (99, 'of a newer version')`);
    await client.close();
    const late = await api.submit('under a newer schema', job);
    const refusal = await form.startWorker('execute').catch((cause: Error) => cause.message);
    expect(refusal).toContain('ended with 1');
    expect(refusal).toContain('SCHEMA_TOO_NEW');
    await until(async () =>
      isEnd(((await api.ask(`/v1/swaps/${late}`)).body.swap as { state: SwapState }).state),
    );
  });
});
