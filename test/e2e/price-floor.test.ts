import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { oneEther, startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { until } from '../support/until.ts';
import { oneUsd, type SwapStage, swapStage } from './suite/swap-stage.ts';

describe('an order that is not worth what the job sells', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let router: Awaited<ReturnType<typeof tamperingRouter>>;
  let test: TestFerryman;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    router = await tamperingRouter(sandbox.endpoints.router.url);
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['payer', 'warned'],
      routerUrl: router.url,
    });
  });
  afterAll(async () => {
    await test?.close();
    await router?.close();
    await sandbox?.close();
  });

  const payer = (name: string): `0x${string}` => test.wallets[name] ?? '0x';

  it('is neither approved nor requested nor signed, and a fair one is, under a slippage bound', async () => {
    const { ferryman } = test;
    await stage.give(payer('payer'), { native: oneEther, USDC: 1_000n * oneUsd });
    router.bendQuotes((answer) => {
      Object.assign(answer.estimate, {
        destinationWeiAmount: '1',
        destinationWeiMinAmount: '1',
        destinationTokenAmount: '0.000000000000000001',
        destinationTokenMinAmount: '0.000000000000000001',
      });
    });
    const { swap } = await submitJob(ferryman, stage.job('payer', 'USDC', 'ETH', 'native', '1000'));
    const reason = async () => (await ferryman.journal.findSwap(swap.id))?.swap.reason;
    await until(async () => (await reason())?.code === 'ORDER_BELOW_FLOOR');
    expect((await reason())?.message).toMatch(/^G07: .*worth less than what the job sells/);
    expect(router.requests.filter((path) => path.includes('/swap'))).toEqual([]);
    expect(await stage.sentBy(payer('payer'))).toBe(0);

    router.bendQuotes(undefined);
    const end = await ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect(end.swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
  });

  it('waits for a person if the router itself warns of it', async () => {
    const { ferryman } = test;
    await stage.give(payer('warned'), { native: oneEther, USDC: 1_000n * oneUsd });
    router.bendQuotes((answer) => {
      Object.assign(answer, { warnings: [{ code: 'UNKNOWN_X' }] });
    });
    const { swap } = await submitJob(
      ferryman,
      stage.job('warned', 'USDC', 'ETH', 'native', '1000'),
    );
    await until(
      async () => (await ferryman.journal.findSwap(swap.id))?.swap.state === 'awaiting_approval',
    );
    const { reason } = (await ferryman.journal.findSwap(swap.id))?.swap ?? {};
    expect(reason).toEqual({
      code: 'APPROVAL_NEEDED',
      message: 'G14: the router warns: UNKNOWN_X',
    });
    expect(await stage.sentBy(payer('warned'))).toBe(0);
  });
});
