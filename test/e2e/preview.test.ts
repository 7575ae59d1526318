import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { Preview } from '../../src/executor/preview/preview.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { oneUsd, type SwapStage, swapStage } from './suite/swap-stage.ts';

const families = { tron: 'TRON', solana: 'SOLANA', ton: 'TON', bitcoin: 'BITCOIN' } as const;

/** Without workers: whatever is stored or sent comes from the previews. */
describe('a preview', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let postgres: PostgresServer;
  let router: Awaited<ReturnType<typeof tamperingRouter>>;
  let test: TestFerryman;
  let database: pg.Client;

  beforeAll(async () => {
    [sandbox, postgres] = await Promise.all([startSandbox(), startPostgresServer()]);
    stage = swapStage(sandbox);
    router = await tamperingRouter(sandbox.endpoints.router.url);
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      postgres,
      wallets: ['treasury', 'poor', 'payer'],
      familyWallets: {
        tron: { name: 'of-tron' },
        solana: { name: 'of-solana' },
        ton: { name: 'of-ton' },
        bitcoin: { name: 'of-bitcoin' },
      },
      routerUrl: router.url,
      working: false,
    });
    for (const { name, address, family } of await test.ferryman.journal.wallets())
      if (family !== 'evm') await fundSandboxWallet(sandbox.endpoints, address, family);
      else if (name !== 'poor')
        await stage.give(address, { native: oneEther, USDC: 1_000n * oneUsd, USDT: 500n * oneUsd });
    database = new pg.Client({ connectionString: test.options.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await test?.close();
    await Promise.all([router?.close(), sandbox?.close(), postgres?.close()]);
  });

  /** Of every table, but for the tokens that were read and the signs of life. */
  async function rows(): Promise<Record<string, number>> {
    const { rows: tables } = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('tokens', 'heartbeats')`,
    );
    const counts = tables.map(({ name }) => `(select count(*)::int from "${name}") as "${name}"`);
    return (await database.query(`select ${counts.join()}`)).rows[0];
  }

  /** Previews a job, and makes sure that nothing came of it. */
  async function preview(body: JobRequest): Promise<Preview> {
    const before = await rows();
    const plan = await test.ferryman.preview({ body });
    expect(await rows()).toEqual(before);
    return plan;
  }

  const usdc = (change: Partial<JobRequest> = {}): JobRequest => ({
    ...stage.job('treasury', 'USDC', 'ETH', 'native', '100'),
    ...change,
  });

  it('shows the approval and the payment after it, both allowed by the guard', async () => {
    const plan = await preview(usdc());
    expect(plan).toMatchObject({ verdict: 'allowed', waitsFor: [] });
    expect(plan.steps.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['approve', 'allow'],
      ['swap', 'allow'],
    ]);
    expect(plan.steps[0]?.sets).toMatchObject({ value: 100n * oneUsd });
    const paid = plan.steps[1]?.simulation.balanceChanges.find(({ delta }) => delta < 0n);
    expect(paid?.delta).toBe(-100n * oneUsd);
    expect(plan.order?.transaction).toBeDefined();
  });

  it.each(Object.entries(families))('works on %s', async (family, chain) => {
    const { nativeToken } = test.ferryman.chains.find(({ name }) => name === chain) ?? {};
    const { wallet: _, ...job } = usdc();
    const plan = await preview({
      ...job,
      wallet: `of-${family}`,
      from: { chain, token: nativeToken?.address ?? '' },
      amount: family === 'bitcoin' ? '0.01' : '1',
    });
    expect(plan).toMatchObject({ verdict: 'allowed', waitsFor: [] });
    expect(plan.steps.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['swap', 'allow'],
    ]);
  });

  it.each(['receiver', 'target', 'amount', 'echo'] as const)(
    'shows what the guard says of a router that bends the %s',
    async (bend) => {
      router.use(bend);
      const plan = await preview(stage.job('treasury', 'native', 'ETH', 'USDC', '0.1'));
      router.use(undefined);
      expect(plan).toMatchObject({ verdict: 'refused', reason: { code: 'GUARD_REJECTED' } });
      const [step] = plan.steps;
      expect(step?.verdict).toMatchObject({
        kind: 'reject',
        findings: expect.arrayContaining([expect.objectContaining({ severity: 'reject' })]),
      });
    },
  );
});
