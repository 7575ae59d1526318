import pg from 'pg';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { Preview } from '../../src/executor/preview/preview.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { serveTestApi } from '../support/serve-test-api.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { erc20, oneUsd, type SwapStage, swapStage } from './suite/swap-stage.ts';

const families = { tron: 'TRON', solana: 'SOLANA', ton: 'TON', bitcoin: 'BITCOIN' } as const;

const payerKey = generatePrivateKey();
const checkAnswer = createAnswerCheck();

/** Without workers: whatever is stored or sent comes from the previews. */
describe('a preview', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let router: Awaited<ReturnType<typeof tamperingRouter>>;
  let test: TestFerryman;
  let database: pg.Client;

  beforeAll(async () => {
    sandbox = await startSandbox();
    stage = swapStage(sandbox);
    router = await tamperingRouter(sandbox.endpoints.router.url);
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['payer', 'treasury', 'poor'],
      privateKeys: [payerKey],
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
    await Promise.all([router?.close(), sandbox?.close()]);
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

  it('shows the approve and the payment after it, both allowed by the guard', async () => {
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

  it('stops before a deposit order, which would stay behind at its provider', async () => {
    const asked = router.requests.length;
    const plan = await preview({
      ...stage.job('treasury', 'native', 'POLYGON', 'USDC', '0.1'),
      flow: 'deposit',
    });
    expect(plan).toMatchObject({ verdict: 'waits', steps: [], waitsFor: [{ kind: 'order' }] });
    expect(plan.order?.provider).toBeDefined();
    expect(router.requests.slice(asked)).toHaveLength(1);
  });

  it('says what the wallet lacks', async () => {
    expect(await preview(usdc({ wallet: 'poor' }))).toMatchObject({
      verdict: 'refused',
      reason: { code: 'INSUFFICIENT_BALANCE' },
    });
  });

  it('says that the offer is below the minimum', async () => {
    const { slippageBps: _, ...job } = usdc();
    const plan = await preview({ ...job, minOut: '1000000' });
    expect(plan).toMatchObject({ verdict: 'waits', waitsFor: [{ kind: 'price' }], steps: [] });
  });

  it('sets an allowance to zero first where the token wants that', async () => {
    const job = stage.job('payer', 'USDT', 'ETH', 'native', '100');
    const spender = (await preview(job)).steps[0]?.sets?.spender as `0x${string}`;
    const payer = createWalletClient({
      account: privateKeyToAccount(payerKey),
      transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
    });
    const call = { abi: erc20, functionName: 'approve', args: [spender, 7n] } as const;
    const hash = await payer.writeContract({
      ...call,
      address: stage.token('ETH', 'USDT'),
      chain: null,
    });
    await stage.client('ETH').waitForTransactionReceipt({ hash });
    const { steps, verdict } = await preview(job);
    expect(steps.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['revoke', 'allow'],
      ['approve', 'allow'],
      ['swap', 'allow'],
    ]);
    expect(verdict).toBe('allowed');
  });

  it('shows an approve on TRON, whose nodes cannot simulate what comes after it', async () => {
    const usdt = sandbox.endpoints.chains.TRON?.tokens.find(({ symbol }) => symbol === 'USDT');
    const plan = await preview({
      ...usdc({ wallet: 'of-tron', amount: '10' }),
      from: { chain: 'TRON', token: usdt?.address ?? '' },
    });
    expect(plan).toMatchObject({ verdict: 'waits', waitsFor: [{ kind: 'allowance' }] });
    expect(plan.steps.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['approve', 'allow'],
    ]);
  });

  it('lists the stop and the swaps that a new one would wait for', async () => {
    const { journal } = test.ferryman;
    const stop = { scope: 'chain', subject: 'ETH', by: 'test', reason: 'an upgrade' } as const;
    await journal.setSwitch({ ...stop, stopped: true });
    const { lanes } = await journal.health();
    expect(lanes).toEqual([]);
    const plan = await preview(usdc());
    await journal.setSwitch({ ...stop, stopped: false });
    expect(plan).toMatchObject({ verdict: 'waits', waitsFor: [{ kind: 'stop' }] });
    expect(plan.steps).toHaveLength(2);
  });

  it('is shown by the API as documented, and by the command', async () => {
    const api = await serveTestApi(test.ferryman);
    try {
      const ask = async (path: string, body: unknown) => {
        const response = await fetch(`${api.environment.FERRYMAN_API_URL}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${api.environment.FERRYMAN_API_KEY}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        });
        // biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
        const answer = { status: response.status, body: (await response.json()) as any };
        checkAnswer('POST', path, answer);
        return answer;
      };
      const plan = (await ask('/v1/swaps/dry-run', usdc())).body.preview;
      expect(plan).toMatchObject({ verdict: 'allowed', fees: { symbol: 'ETH' } });
      expect(plan.steps[0]).toMatchObject({ kind: 'approve', sets: { allowed: '100' } });
      expect(plan.steps[1].changes).toContainEqual(
        expect.objectContaining({ symbol: 'USDC', amount: '-100' }),
      );
      const { quotes } = (await ask('/v1/quotes', usdc())).body;
      expect(quotes).toMatchObject([{ meetsMinimum: true, provider: plan.offer.provider }]);
      expect((await ask('/v1/swaps/dry-run', { wallet: 1 })).status).toBe(422);

      const { from, to, amount, receiver } = usdc();
      const dryRun = (wallet: string) =>
        ferryman(
          [
            ...['swap', 'create', '--dry-run', '--wallet', wallet, '--amount', amount],
            ...['--from', `${from.chain}:${from.token}`, '--to', `${to.chain}:${to.token}`],
            ...['--receiver', receiver, '--slippage-bps', '100'],
          ],
          { folder: test.options.dataFolder, environment: api.environment },
        );
      const shown = await dryRun('treasury');
      expect(shown.code).toBe(0);
      expect(shown.stdout).toMatch(/^verdict {2}allowed/);
      expect(shown.stdout).toContain('the guard says allow');
      router.use('target');
      const denied = await dryRun('treasury');
      router.use(undefined);
      expect(denied.code).toBe(3);
      expect(denied.stdout).toContain('GUARD_REJECTED');
    } finally {
      await api.close();
    }
  });
});
