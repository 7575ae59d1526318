import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { ferryman as command } from '../cli/io-for-test.ts';
import {
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { until } from '../support/until.ts';

/** What the sandbox says of an order by the truth and not by its router. */
interface SandboxOrder {
  provider: string;
  receiver: string;
  to: string;
  payoutTx: string | null;
  payoutAmount: string;
  minimumOut: string;
}

const litecoin = 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga';
const ripple = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

/** In the chain's own coin. */
const paidBy = (wallet: string, chain: string) => ({ wallet, from: { chain, token: 'native' } });

/** Money goes to chains that are not configured, where nobody can look whether it came. */
describe('swaps to a chain that is not configured', () => {
  let sandbox: Sandbox;
  let one: TestFerryman;
  let api: TestApi;

  const start = (routerUrl?: string) =>
    startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['treasury'],
      familyWallets: { ton: { name: 'ton' }, bitcoin: { name: 'bitcoin' } },
      policy: { reviewAfter: 3_000, reviewAfterTimes: 0 },
      ...(routerUrl === undefined ? {} : { routerUrl }),
    });

  const fundTreasury = async ({ wallets }: TestFerryman) => {
    const treasury = wallets.treasury ?? '';
    await fund(sandbox.endpoints, 'ETH', treasury, native, 100n * oneEther);
    await fund(
      sandbox.endpoints,
      'ETH',
      treasury,
      tokenOf(sandbox.endpoints, 'ETH', 'USDC'),
      10_000_000_000n,
    );
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['TON', 'BITCOIN'] });
    one = await start();
    api = await serveTestApi(one.ferryman);
    await fundTreasury(one);
    for (const { family, address } of await one.ferryman.journal.wallets()) {
      if (family !== 'evm') await fundSandboxWallet(sandbox.endpoints, address, family);
    }
  });
  afterAll(async () => {
    await api?.close();
    await one?.close();
    await sandbox?.close();
  });

  const job = (provider: string, change: Partial<JobRequest> = {}): JobRequest => ({
    wallet: 'treasury',
    from: { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') },
    to: { chain: 'LITECOIN', token: 'native' },
    amount: '100',
    receiver: litecoin,
    slippageBps: 300,
    providers: { allow: [provider] },
    ...change,
  });
  const deposit = { flow: 'deposit' } as const;

  async function reached(by: TestFerryman, id: SwapId, state: string): Promise<SwapView> {
    const view = async () => (await by.ferryman.journal.findSwap(id)) as SwapView;
    await until(async () => (await view()).swap.state === state);
    return view();
  }

  async function run(body: JobRequest, state: string): Promise<SwapView> {
    const { swap } = await submitJob(one.ferryman, body);
    return reached(one, swap.id, state);
  }

  async function orderPaidBy(payoutTx: string): Promise<SandboxOrder | undefined> {
    const { orders } = (await (await fetch(`${sandbox.endpoints.control.url}/orders`)).json()) as {
      orders: SandboxOrder[];
    };
    // Ripple writes its ids in upper case; in a swap each has one form.
    return orders.find((order) => order.payoutTx?.toLowerCase() === payoutTx.toLowerCase());
  }

  it.each([
    ['by deposit', 'LITECOIN', litecoin, 'changenow', deposit],
    [
      'by deposit, in its own coin',
      'RIPPLE',
      ripple,
      'simple_swap',
      { ...deposit, from: { chain: 'ETH', token: native }, amount: '0.1' },
    ],
    ['through a bridge', 'RIPPLE', ripple, 'across', {}],
    // Their orders name the receiver in a comment or memo.
    ['from TON', 'LITECOIN', litecoin, 'across', { ...paidBy('ton', 'TON'), amount: '100' }],
    [
      'from Bitcoin',
      'LITECOIN',
      litecoin,
      'relay',
      { ...paidBy('bitcoin', 'BITCOIN'), amount: '0.01' },
    ],
  ])(
    'settle as the routing service reports it: %s to %s',
    async (_how, chain, receiver, provider, change) => {
      const { swap } = await run(
        job(provider, { to: { chain, token: 'native' }, receiver, ...change }),
        'settled',
      );
      const [leg, ...others] = swap.legs;
      expect(others).toEqual([]);
      expect(swap).toMatchObject({ fundsState: 'moved', job: { to: { reportedOnly: true } } });
      expect(leg).toMatchObject({
        chain,
        role: 'payout',
        level: 'router-reported',
        promised: true,
      });
      // The service's own books say who has it, and that it is no less than what stands here.
      const order = await orderPaidBy(leg?.txId ?? '');
      expect(order).toMatchObject({ provider, to: chain, receiver });
      expect(BigInt(order?.payoutAmount ?? 0)).toBeGreaterThanOrEqual(leg?.amount ?? 0n);
      expect(leg?.amount).toBeGreaterThan(0n);
    },
  );

  it('are shown as what they are: nobody has seen the money arrive', async () => {
    const { swap } = await run(job('changenow', deposit), 'settled');
    const { body } = await api.get(`/v1/swaps/${swap.id}`);
    expect(body.swap.to).toMatchObject({
      chain: 'LITECOIN',
      symbol: 'LTC',
      decimals: 8,
      settlement: 'router-reported',
    });
    const [leg] = body.swap.legs;
    expect(leg).toMatchObject({ level: 'router-reported', txId: swap.legs[0]?.txId });
    expect(leg).not.toHaveProperty('amount');
    expect(leg).not.toHaveProperty('amountBaseUnits');
    expect(leg.promisedBaseUnits).toBe(body.swap.order.minOutBaseUnits);
    expect(body.swap.level).toBe('router-reported');
    // What the deposit watch finds of it may come later.
    expect(body.events).toContainEqual(
      expect.objectContaining({
        type: 'settled',
        data: expect.objectContaining({ legs: [expect.objectContaining({ promised: true })] }),
      }),
    );

    const world = { folder: one.options.dataFolder, environment: api.environment };
    const shown = await command(['swap', 'get', swap.id], world);
    const stdout = shown.stdout.replaceAll(/\s+/g, ' ');
    expect(stdout).toContain(
      "Ferryman cannot read LITECOIN: the routing service's report is the only evidence",
    );
    expect(stdout).toMatch(
      /payout +unseen, promised at least [0-9.]+ LTC in [0-9a-f]{64} on LITECOIN, router-reported/,
    );
    const { stdout: list } = await command(['swap', 'list', '--wide'], world);
    expect(list).toContain('LTC LITECOIN');
  });

  // `meson` keeps what is paid to it, and shows the latest payout there as its own.
  it('settle by one transaction once: the second swap that it is named for wants a person', async () => {
    const { swap: first } = await run(job('changenow', deposit), 'settled');
    const { swap: second } = await run(job('meson'), 'needs_review');
    const paidBy = first.legs[0]?.txId;
    expect(second.routerStatus).toMatchObject({ status: 'SUCCESS', destination: { txId: paidBy } });
    expect(second).toMatchObject({
      fundsState: 'unknown',
      legs: [],
      reason: { code: 'SETTLEMENT_DISPUTED' },
    });
    expect(second.reason?.message).toContain(first.id);
  });

  it.each([
    ['a deposit that the provider gives back', 'exolix', deposit],
    ['a bridge that reverts', 'symbiosis', {}],
  ])('are refunded on their source chain: %s', async (_what, provider, change) => {
    const { swap } = await run(
      job(provider, { amount: provider === 'exolix' ? '71' : '83', ...change }),
      'refunded',
    );
    expect(swap).toMatchObject({
      fundsState: 'returned',
      routerStatus: { status: 'REVERTED' },
      legs: [{ chain: 'ETH', role: 'refund', level: 'inferred' }],
    });
  });

  it('want a person where the routing service says that they failed', async () => {
    const { swap } = await run(job('xy'), 'needs_review');
    expect(swap).toMatchObject({
      fundsState: 'unknown',
      reason: { code: 'ROUTER_STATUS_NEEDS_PERSON' },
      legs: [],
    });
  });

  // Each has a router and a Ferryman of its own.
  it.concurrent.each([
    [
      'SUCCESS without a transaction',
      { destinationTxHash: null },
      'SETTLEMENT_DISPUTED',
      'unknown',
    ],
    [
      'SUCCESS with a word for one',
      { destinationTxHash: 'soon' },
      'SETTLEMENT_DISPUTED',
      'unknown',
    ],
    ['something to claim', { status: 'READY_TO_CLAIM' }, 'ROUTER_STATUS_NEEDS_PERSON', 'in_flight'],
  ])(
    'want a person on %s, and settle once it is told better',
    async (_what, status, code, fundsState) => {
      const router = await tamperingRouter(sandbox.endpoints.router.url);
      const bent = await start(router.url);
      try {
        router.bendStatuses(status);
        await fundTreasury(bent);
        const { swap } = await submitJob(bent.ferryman, job('changenow', deposit));
        const waiting = await reached(bent, swap.id, 'needs_review');
        expect(waiting.swap).toMatchObject({ fundsState, legs: [], reason: { code } });
        router.bendStatuses({});
        expect((await reached(bent, swap.id, 'settled')).swap).toMatchObject({
          legs: [{ level: 'router-reported' }],
        });
      } finally {
        await bent.close();
        await router.close();
      }
    },
  );

  it.concurrent('are not signed for an order with another receiver', async () => {
    const router = await tamperingRouter(sandbox.endpoints.router.url);
    const bent = await start(router.url);
    try {
      router.use('echo');
      await fundTreasury(bent);
      const { swap } = await submitJob(bent.ferryman, job('changenow', deposit));
      expect((await reached(bent, swap.id, 'failed')).swap).toMatchObject({
        fundsState: 'untouched',
        reason: { code: 'GUARD_REJECTED', message: expect.stringContaining('another receiver') },
      });
    } finally {
      await bent.close();
      await router.close();
    }
  });
});
