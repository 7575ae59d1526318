import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { oneUsd, type SwapStage, swapStage } from '../e2e/suite/swap-stage.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { tamperingRouter } from '../support/tampering-router.ts';

const hour = 3_600_000;

/** Without workers: whatever is stored or sent comes from the plans. */
describe('a plan of the treasury', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let router: Awaited<ReturnType<typeof tamperingRouter>>;
  let test: TestFerryman;
  let api: TestApi;
  let folder: string;
  let database: pg.Client;
  let now = Date.parse('2027-03-01T00:00:00Z');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-plan-'));
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    router = await tamperingRouter(sandbox.endpoints.router.url);
    const guardPolicy = policyFrom({
      ...sandbox.endpoints.guardPolicy,
      caps: [
        { name: 'of the DCA', rule: 'daily', window: 'week', usd: '150' },
        { name: 'of everything', window: 'day', usd: '1000000' },
      ],
    });
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['main', 'poor'],
      routerUrl: router.url,
      adjust: (options) => ({ ...options, guardPolicy, treasury: { clock: { now: () => now } } }),
      working: false,
    });
    api = await serveTestApi(test.ferryman);
    await stage.give(test.wallets.main!, { native: oneEther, USDC: 220n * oneUsd });
    await stage.give(test.wallets.poor!, { native: oneEther });
    database = new pg.Client({ connectionString: test.options.databaseUrl });
    await database.connect();
    const common = {
      kind: 'recurring',
      schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
      from: { chain: 'ETH', token: 'USDC' },
      to: { chain: 'ETH', token: 'native' },
      ...{ slippageBps: 100, receiver: test.wallets.main },
    };
    for (const rule of [
      { ...common, id: 'daily', wallet: 'main', amount: '100' },
      { ...common, id: 'empty', wallet: 'poor', amount: '100' },
    ])
      await test.ferryman.applyRule({ body: rule, reason: 'test' });
  });
  afterAll(async () => {
    await database?.end();
    await api?.close();
    await test?.close();
    await Promise.all([router?.close(), sandbox?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...words: string[]) =>
    ferryman(['treasury', 'plan', ...words], { folder, environment: api.environment });

  /** All rows of every table but for the tokens that were read and the signs of life. */
  async function rows(): Promise<string> {
    const { rows: tables } = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('tokens', 'heartbeats', 'api_keys') order by 1`,
    );
    const texts = tables.map(
      ({ name }) =>
        `(select coalesce(string_agg(row::text, '|' order by row::text), '') from "${name}" row) as "${name}"`,
    );
    return JSON.stringify((await database.query(`select ${texts.join()}`)).rows[0]);
  }

  it('shows each instant, balances, budgets and routes, and stores, signs and orders nothing', async () => {
    await run('--no-previews');
    const before = await rows();
    const balance = await stage.balanceOf('ETH', 'USDC', test.wallets.main!);
    const { code, stdout, stderr } = await run('--days', '3', '--json');
    expect(code, stderr).toBe(0);
    const plan = JSON.parse(stdout);
    expect(await rows()).toBe(before);
    expect(await stage.balanceOf('ETH', 'USDC', test.wallets.main!)).toBe(balance);
    expect(await stage.sentBy(test.wallets.main!)).toBe(0);
    // Quotes and transactions of previews, which make no order.
    const asked = router.requests.map((url) => url.split('?')[0]);
    expect([...new Set(asked)].sort()).toEqual(['/api/routes/quoteBest', '/api/routes/swap']);

    const shown = plan.occurrences.map(
      ({ at, rule, kind, reason }: Record<string, { code: string }>) =>
        `${at} ${rule} ${kind} ${reason?.code ?? ''}`.trim(),
    );
    expect(shown).toEqual([
      '2027-03-01T09:00:00.000Z daily act',
      '2027-03-01T09:00:00.000Z empty skip BALANCE',
      '2027-03-02T09:00:00.000Z daily act',
      '2027-03-02T09:00:00.000Z empty skip BALANCE',
      '2027-03-03T09:00:00.000Z daily skip BALANCE',
      '2027-03-03T09:00:00.000Z empty skip BALANCE',
    ]);
    const [usdc, coin] = ['USDC', 'ETH'].map((symbol) =>
      plan.balances.find(
        (one: Record<string, string>) => one.wallet === 'main' && one.symbol === symbol,
      ),
    );
    expect(usdc).toMatchObject({ before: '220', after: '20', usdBefore: '220', usdAfter: '20' });
    expect(Number(coin.usdAfter) - Number(coin.usdBefore)).toBeCloseTo(200, 6);
    expect(plan.budgets).toMatchObject([
      {
        ...{ name: 'of the DCA', rule: 'daily', limit: '150', used: '0', after: '200' },
        exceededAt: '2027-03-02T09:00:00.000Z',
      },
      { name: 'of everything', used: '0', after: '100' },
    ]);
    const [daily, empty] = plan.rules;
    expect(daily).toMatchObject({
      id: 'daily',
      now: {
        kind: 'act',
        trades: [
          {
            amount: '100',
            preview: {
              verdict: 'allowed',
              offer: { provider: expect.any(String) },
              steps: [{ kind: 'approve' }, { kind: 'swap', verdict: 'allow' }],
            },
          },
        ],
      },
    });
    expect(empty).toMatchObject({
      id: 'empty',
      now: { kind: 'skip', reason: { code: 'BALANCE' } },
    });
  });

  it('is shown as text, with what is due now before what comes', async () => {
    now += 9 * hour;
    const { code, stdout } = await run('--days', '1', '--no-previews');
    expect(code).toBe(0);
    expect(stdout).toContain('from 2027-03-01 09:00:00 until 2027-03-02 09:00:00');
    expect(stdout).toMatch(/2027-03-01 09:00:00\s+daily\s+100 USDC → [\d.]+ ETH on ETH\s+100\.00/);
    expect(stdout).toMatch(/of the DCA\s+150\s+USD\s+0\s+200/);
    expect(stdout).toContain('above the limit at 2027-03-02 09:00:00');
    now -= 9 * hour;
  });

  it('says of a rule whose wallet is stopped that it would do nothing', async () => {
    await api.postTo('/v1/stops', { scope: 'rule', subject: 'daily', reason: 'audit' });
    const { body } = await api.get('/v1/treasury/plan?days=1&previews=false');
    expect(body.occurrences[0]).toMatchObject({ rule: 'daily', reason: { code: 'STOPPED' } });
    expect(body.rules[0].now).toMatchObject({ kind: 'skip', reason: { code: 'STOPPED' } });
    const { status } = await api.postTo('/v1/stops/resume', {
      ...{ scope: 'rule', subject: 'daily', reason: 'done' },
    });
    expect(status).toBeLessThan(300);
  });

  it('shows a rule before it is applied, and stores nothing of it', async () => {
    const { rule } = (await api.get('/v1/treasury/rules/daily')).body.rule;
    const path = join(folder, 'daily.json');
    const before = await rows();
    await writeFile(path, JSON.stringify({ ...rule, amount: '110' }));
    const shown = await run('--days', '2', '--no-previews', '--json', '--with', path);
    expect(shown.code, shown.stderr).toBe(0);
    const { rules, occurrences } = JSON.parse(shown.stdout);
    expect(rules).toMatchObject([
      { id: 'daily', version: 2 },
      { id: 'empty', version: 1 },
    ]);
    expect(occurrences[2]).toMatchObject({ rule: 'daily', trades: [{ amount: '110' }] });
    await writeFile(path, JSON.stringify({ ...rule, amount: '-1', id: 'other' }));
    const faulty = await run('--with', path);
    expect(faulty.code).not.toBe(0);
    expect(faulty.stderr).toContain('rule.amount: is not a plain decimal');
    expect(await rows()).toBe(before);
  });

  it('refuses a time that it cannot plan', async () => {
    for (const days of ['0', '32', 'week']) {
      const { status, body } = await api.get(`/v1/treasury/plan?days=${days}`);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { pointer: '/days', detail: 'is not a whole number from 1 to 31' },
      ]);
    }
    const { code, stderr } = await run('--days', '40');
    expect(code).toBe(2);
    expect(stderr).toContain('Write a whole number from 1 to 31.');
  });
});
