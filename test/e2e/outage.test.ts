import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliProcess, logOf } from '../support/cli-process.ts';
import { tokenOf } from '../support/harness.ts';
import { type Api, type ServerForm, startServerForm } from '../support/server-form.ts';
import { until } from '../support/until.ts';

const stranger = '0x00000000000000000000000000000000000A11CE';

interface SwapAnswer {
  swap: { state: string; fundsState: string };
}

let form: ServerForm;
let api: Api;
let workers: CliProcess[];
beforeAll(async () => {
  form = await startServerForm();
  api = await form.startApi();
  workers = await Promise.all(
    (['execute', 'track', 'recover'] as const).map((role) => form.startWorker(role)),
  );
});
afterAll(() => form.close());

/** A handful of swaps across chains: they are under way for several seconds. */
function submitSome(name: string): Promise<string[]> {
  const { endpoints } = form.sandbox;
  return Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      api.submit(`${name}-${index}`, {
        wallet: form.wallet.name,
        from: { chain: 'ETH', token: tokenOf(endpoints, 'ETH', 'USDC') },
        to: { chain: 'POLYGON', token: tokenOf(endpoints, 'POLYGON', 'USDC') },
        amount: `10${index}`,
        receiver: stranger,
        slippageBps: 100,
      }),
    ),
  );
}

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(ids.map((id) => api.ask(`/v1/swaps/${id}`)));
  return answers.map(({ body }) => (body as unknown as SwapAnswer).swap?.state ?? 'unknown');
}

const underWay = async (ids: readonly string[]): Promise<boolean> =>
  (await statesOf(ids)).some((state) => state === 'executing' || state === 'confirming');

const allSettled = async (ids: readonly string[]): Promise<boolean> =>
  (await statesOf(ids)).every((state) => state === 'settled');

/** The journal is enough to take a swap in, and to carry it to its end. */
async function swapsAllTheSame(): Promise<string[]> {
  const ids = await submitSome('without Redis');
  await until(() => allSettled(ids));
  return ids;
}

async function refusesSwaps(): Promise<string[]> {
  await expect(submitSome('without Postgres')).rejects.toThrow('JOURNAL_UNAVAILABLE');
  return [];
}

describe('with swaps under way', () => {
  it.each([
    [
      'Redis',
      'queue',
      'REDIS_UNAVAILABLE',
      swapsAllTheSame,
      () => form.redis.kill(),
      () => form.redis.start(),
    ],
    [
      'Postgres',
      'journal',
      'JOURNAL_UNAVAILABLE',
      refusesSwaps,
      () => form.postgres.stop(),
      () => form.postgres.start(),
    ],
  ])(
    '%s goes away and comes back: the service says so and goes on by itself',
    async (name, part, code, meanwhile, goAway, comeBack) => {
      const before = await submitSome(`before ${name}`);
      await until(() => underWay(before));
      await goAway();

      await until(async () => (await api.ask('/readyz')).status === 503);
      const { body } = await api.ask('/readyz');
      expect(body).toMatchObject({
        ok: false,
        checks: { [part]: 'failing' },
        codes: { [part]: code },
      });
      expect(await api.ask('/livez')).toMatchObject({ status: 200, body: { ok: true } });

      const component = part === 'queue' ? 'redis' : part;
      const toldBy = (one: CliProcess) => logOf(one).filter((line) => line.component === component);
      const during = await meanwhile();
      // A worker that asked for nothing in a short outage has nothing to tell of it.
      await until(async () => workers.every((one) => toldBy(one).length > 0));

      await comeBack();
      await until(async () => (await api.ask('/readyz')).status === 200);
      const after = await submitSome(`after ${name}`);
      await until(() => allSettled([...before, ...during, ...after]));

      // However long it takes and however much is tried, each worker tells of it twice. An API may
      // not have noticed.
      await until(async () =>
        workers.every((one) => toldBy(one).some(({ msg }) => msg === 'recovered')),
      );
      for (const one of workers) {
        expect(toldBy(one)).toMatchObject([
          { msg: 'component is failing; Ferryman retries until it works', code },
          {
            msg: 'recovered',
            codes: [code],
            failures: expect.any(Number),
            seconds: expect.any(Number),
          },
        ]);
        expect(logOf(one).filter((line) => line.code === code)).toHaveLength(1);
      }
    },
  );

  it('processes that are stopped without either of their servers stop in order', async () => {
    const stopping = await Promise.all([
      form.startApi().then((other) => other.process),
      form.startWorker('execute'),
      form.startWorker('track'),
    ]);
    const ids = await submitSome('stopped');
    await until(() => underWay(ids));
    await Promise.all([form.redis.kill(), form.postgres.stop()]);
    expect(await Promise.all(stopping.map((one) => one.stop()))).toEqual([0, 0, 0]);
    // By themselves, that is.
    for (const one of stopping) expect(one.told()).not.toContain('did not stop in time');
    await Promise.all([form.redis.start(), form.postgres.start()]);
    await until(() => allSettled(ids));
  });
});
