import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { oneEther, runJob, startTestFerryman, type TestOptions } from '../support/harness.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { eventsOf, type SwapStage, swapStage } from './suite/swap-stage.ts';

const best = '/api/routes/swapBest';

/** What a swap costs of the routing service's calls, which stand before the sandbox's. */
describe.concurrent('a swap of coins with a minimum', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
  });
  afterAll(async () => {
    for (const part of opened.reverse()) await part.close();
    await sandbox?.close();
  });

  /** A Ferryman behind a router of its own, which tells what it was asked. */
  async function start(change: Partial<TestOptions> = {}) {
    const router = await tamperingRouter(sandbox.endpoints.router.url);
    opened.push(router);
    const test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['payer'],
      routerUrl: router.url,
      ...change,
    });
    opened.push(test);
    await stage.give(test.wallets.payer ?? '', { native: oneEther });
    return { test, router };
  }

  function job(to: EvmChainName, amount = '0.1'): JobRequest {
    const { slippageBps: _, ...rest } = stage.job('payer', 'native', to, 'USDC', amount);
    return { ...rest, minOut: '200' };
  }

  it('on one chain takes one call, and one write for its order', async () => {
    const { test, router } = await start();
    const { swap } = await runJob(test.ferryman, job('ETH'));
    expect(swap).toMatchObject({
      state: 'settled',
      fundsState: 'moved',
      legs: [{ level: 'verified' }],
    });
    expect(router.requests).toEqual([best]);
    expect(await eventsOf(test, swap.id, 'quote_recorded')).toEqual([]);
    expect(await eventsOf(test, swap.id, 'swap_data_requested')).toEqual([]);
    expect(await eventsOf(test, swap.id, 'swap_data_received')).toMatchObject([
      { data: { inOneCall: true } },
    ]);
    expect(await stage.sentBy(test.wallets.payer ?? '0x')).toBe(1);
  });

  it('between chains is followed by its payment, since the service knows no id of it', async () => {
    const { test, router } = await start();
    const { swap } = await runJob(test.ferryman, job('POLYGON'));
    expect(swap).toMatchObject({
      state: 'settled',
      fundsState: 'moved',
      legs: [{ level: 'verified' }],
    });
    const paths = router.requests.map((request) => request.split('?')[0] ?? '');
    expect(
      paths.filter((path) => path.includes('/routes/swap') || path.includes('/quote')),
    ).toEqual([best]);
    const statuses = router.requests.filter((request) => request.includes('/status'));
    expect(statuses.length).toBeGreaterThan(0);
    for (const request of statuses) expect(request).toMatch(/\?srcTxHash=0x[0-9a-f]{64}$/);
  });

  it('is carried out with the one call that a minute has', async () => {
    const { test, router } = await start({
      adjust: (usual) => ({ ...usual, router: { ...usual.router, callsPerMinute: 1 } }),
    });
    const { swap } = await runJob(test.ferryman, job('ETH'));
    expect(swap.state).toBe('settled');
    expect(router.requests).toEqual([best]);
  });

  it.each([
    ['wants the id of a quote', { status: 400, code: 1004 }],
    ['does not know the path', { status: 404, code: 2999 }],
    ['refuses it for good', { status: 400, code: 1006 }],
  ])('is quoted where the service %s', async (_what, refusal) => {
    const { test, router } = await start();
    const scope = { path: best, wallet: test.wallets.payer };
    await tellSandbox(sandbox.endpoints.control.url, '/router', {
      scope,
      failNext: 1_000,
      ...refusal,
    });
    const views = [
      await runJob(test.ferryman, job('ETH')),
      await runJob(test.ferryman, job('ETH', '0.11')),
    ];
    expect(views.map(({ swap }) => swap.state)).toEqual(['settled', 'settled']);
    const quoted = ['/api/routes/quoteBest', '/api/routes/swap'];
    // A refusal of one swap says nothing of the next one.
    const again = refusal.code === 1006 ? [best] : [];
    expect(router.requests).toEqual([best, ...quoted, ...again, ...quoted]);
  });
});
