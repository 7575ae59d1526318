import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { hangLimit, hangSignal } from '../support/hang-limit.ts';
import {
  fund,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

const maxOrders = 4;
/** Each swap has a wallet of its own, so that the router can be told what to do to it. */
const wallets = [
  'cut',
  'half',
  'struck',
  'busy',
  'cancelled',
  'retried',
  'unpayable',
  'unseen',
] as const;
type WalletName = (typeof wallets)[number];

interface Order {
  orderId: string;
  receiver: string;
  state: string;
  sourceTx: string | null;
}

interface Fault {
  fault: 'cut' | 'half-json' | 'status';
  status?: number;
  retryAfter?: number;
}

/** The provider is asked for an order, and its answer does not come. */
describe.concurrent('an order by deposit whose answer was lost', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  /** Its time can be set. */
  let timed: TestFerryman;
  /** How far that is ahead of the machine's. */
  let ahead = 0;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [], swapLifetimeMs: 2 * hangLimit });
    const { endpoints } = sandbox;
    // No request of these is on its way for longer; a quarter of it is there to send one.
    const common = { endpoints, policy: { orderAskedWithin: 8_000, maxOrders } };
    test = await startTestFerryman({ ...common, wallets });
    const clock = { now: () => Date.now() + ahead };
    timed = await startTestFerryman({ ...common, wallets: ['late'], clock });
    const owners = [...Object.values(test.wallets), ...Object.values(timed.wallets)];
    await Promise.all(
      owners.flatMap((address) => [
        fund(endpoints, 'ETH', address, tokenOf(endpoints, 'ETH', 'native'), oneEther),
        fund(endpoints, 'ETH', address, tokenOf(endpoints, 'ETH', 'USDC'), 200_000_000n),
      ]),
    );
  });
  afterAll(async () => {
    await test?.close();
    await timed?.close();
    await sandbox?.close();
  });

  const homeOf = (wallet: WalletName | 'late'): TestFerryman => (wallet === 'late' ? timed : test);

  async function submit(
    wallet: WalletName | 'late',
    fault?: Fault,
    change: Partial<JobRequest> = {},
  ) {
    const { endpoints } = sandbox;
    if (fault) {
      const scope = { path: '/api/routes/swap', wallet: homeOf(wallet).wallets[wallet] };
      await tellSandbox(endpoints.control.url, '/router', { scope, failNext: 1, ...fault });
    }
    const receiver = privateKeyToAccount(generatePrivateKey()).address;
    const { swap } = await submitJob(homeOf(wallet).ferryman, {
      wallet,
      from: { chain: 'ETH', token: tokenOf(endpoints, 'ETH', 'USDC') },
      to: { chain: 'POLYGON', token: tokenOf(endpoints, 'POLYGON', 'USDC') },
      amount: '100',
      receiver,
      slippageBps: 300,
      flow: 'deposit',
      providers: { allow: ['changenow'] },
      ...change,
    });
    return { id: swap.id, receiver };
  }

  async function ordersFor(receiver: string): Promise<Order[]> {
    const answer = await fetch(`${sandbox.endpoints.control.url}/orders`);
    const { orders } = (await answer.json()) as { orders: Order[] };
    return orders.filter((order) => order.receiver === receiver);
  }

  const endOf = (id: SwapId, of = test): Promise<SwapView> =>
    of.ferryman.awaitEnd(id, { signal: hangSignal() });
  const eventsOf = async (id: SwapId) => test.ferryman.journal.events(id);
  /** Has the order whose answer was lost run out, once its provider was asked what became of it. */
  async function runsOut(id: SwapId, receiver: string): Promise<void> {
    await until(async () => (await eventsOf(id)).some(({ type }) => type === 'status_received'));
    for (const { orderId } of await ordersFor(receiver)) {
      await tellSandbox(sandbox.endpoints.control.url, `/orders/${orderId}`, { runOut: true });
    }
  }
  const isLost = (id: SwapId, of = test) =>
    until(
      async () =>
        (await of.ferryman.journal.findSwap(id))?.swap.reason?.code === 'ORDER_ANSWER_LOST',
    );

  it.each([
    ['cut', 'cut'],
    ['half', 'half-json'],
  ] as const)(
    '%s: is waited for until it has run out, and another one is paid',
    async (wallet, fault) => {
      const { id, receiver } = await submit(wallet, { fault });
      await runsOut(id, receiver);
      const { swap } = await endOf(id);
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      expect((await ordersFor(receiver)).map(({ sourceTx }) => sourceTx !== null)).toEqual([
        false,
        true,
      ]);
      const told = (await eventsOf(id)).filter(
        ({ type }) => type === 'status_received' || type === 'order_closed',
      );
      const said = told.map(({ type, data }) => (type === 'status_received' ? data.status : type));
      // The status of the first is none of the second's.
      expect(said.slice(0, 3)).toEqual(['PENDING', 'FAIL', 'order_closed']);
      expect(said.at(-1)).toBe('SUCCESS');
    },
  );

  it('unseen: is waited for alike where nobody can look at what it would have bought', async () => {
    const receiver = 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga';
    const change = { to: { chain: 'LITECOIN', token: 'native' }, receiver };
    const { id } = await submit('unseen', { fault: 'cut' }, change);
    await runsOut(id, receiver);
    const { swap } = await endOf(id);
    expect(swap).toMatchObject({
      state: 'settled',
      fundsState: 'moved',
      legs: [{ level: 'router-reported' }],
    });
    expect((await ordersFor(receiver)).map(({ sourceTx }) => sourceTx !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('was never made where the service failed before it asked: another is asked for', async () => {
    const { id, receiver } = await submit('struck', { fault: 'status', status: 503 });
    expect((await endOf(id)).swap.state).toBe('settled');
    expect(await ordersFor(receiver)).toMatchObject([{ state: 'paid' }]);
    expect((await eventsOf(id)).find(({ type }) => type === 'status_received')?.data.status).toBe(
      'NOT_FOUND',
    );
  });

  it('is none where the service says that it made none, and nothing is waited for but what it asks', async () => {
    const { id, receiver } = await submit('busy', { fault: 'status', status: 429, retryAfter: 1 });
    expect((await endOf(id)).swap.state).toBe('settled');
    expect(await ordersFor(receiver)).toMatchObject([{ state: 'paid' }]);
    const reasons = (await eventsOf(id)).flatMap(({ data: { reason, code } }) =>
      reason ? [reason] : [code],
    );
    expect(reasons).not.toContainEqual(expect.objectContaining({ code: 'ORDER_ANSWER_LOST' }));
    expect(reasons).not.toContain('ORDER_ANSWER_LOST');
  });

  it('ends with the deadline of its job, with nothing paid', async () => {
    const within = 120_000;
    const deadline = new Date(Date.now() + within).toISOString();
    const { id, receiver } = await submit('late', { fault: 'cut' }, { deadline });
    await isLost(id, timed);
    // The order lives on.
    ahead = within;
    const { swap } = await endOf(id, timed);
    expect(swap).toMatchObject({
      state: 'expired',
      fundsState: 'untouched',
      reason: { code: 'ORDER_ANSWER_LOST' },
    });
    expect(await ordersFor(receiver)).toMatchObject([{ sourceTx: null }]);
  });

  it('is cancelled on request', async () => {
    const { id, receiver } = await submit('cancelled', { fault: 'cut' });
    await isLost(id);
    await test.ferryman.cancel(id);
    expect((await endOf(id)).swap).toMatchObject({ state: 'cancelled', fundsState: 'untouched' });
    expect(await ordersFor(receiver)).toMatchObject([{ sourceTx: null }]);
  });

  it('makes room for another one where a person says so', async () => {
    const { id, receiver } = await submit('retried', { fault: 'cut' });
    await isLost(id);
    await test.ferryman.retry(id);
    expect((await endOf(id)).swap.state).toBe('settled');
    const orders = await ordersFor(receiver);
    expect(orders.map(({ sourceTx }) => sourceTx !== null)).toEqual([false, true]);
  });

  it('leaves no endless row of orders at a provider whose orders nobody can pay', async () => {
    const { id, receiver } = await submit('unpayable', undefined, {
      providers: { allow: ['changelly'] },
    });
    expect((await endOf(id)).swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'ORDERS_SPENT', message: expect.stringContaining('cannot carry a memo') },
    });
    expect(await ordersFor(receiver)).toHaveLength(maxOrders);
  });
});
