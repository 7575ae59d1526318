import { createTestClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { tonNativeToken } from '../../src/families/ton/formats/chain.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  fund,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

const gwei = 10n ** 9n;

interface Order {
  receiver: string;
  state: string;
  sourceTx: string | null;
  depositAddress: string;
  memo: string | null;
}

/**
 * What is paid to an address that a provider names is stuck, cancelled and sent together like any
 * payment.
 */
describe('deposits on their way', () => {
  let sandbox: Sandbox;
  let node: RpcProxy;
  let test: TestFerryman;
  /** Called where an order is known, and nothing of it is signed. */
  let beforeSigned: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['TON'] });
    const { endpoints } = sandbox;
    node = await startRpcProxy(endpoints.chains.ETH.rpcUrls[0] ?? '');
    test = await startTestFerryman({
      endpoints: {
        ...endpoints,
        chains: { ...endpoints.chains, ETH: { ...endpoints.chains.ETH, rpcUrls: [node.url] } },
      },
      wallets: ['evm'],
      familyWallets: { ton: { name: 'ton' } },
      policy: { bumpAfter: 1_000, resendAfter: 500, depositWithin: 5_000 },
      working: false,
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point === 'swap-data-recorded') await beforeSigned?.();
        },
      }),
    });
    for (const { family, address } of await test.ferryman.journal.wallets()) {
      if (family === 'ton') await fundSandboxWallet(endpoints, address, family);
    }
    const wallet = test.wallets.evm ?? '';
    await fund(endpoints, 'ETH', wallet, tokenOf(endpoints, 'ETH', 'native'), oneEther);
    await fund(endpoints, 'ETH', wallet, tokenOf(endpoints, 'ETH', 'USDC'), 1_000_000_000n);
  });
  afterAll(async () => {
    await test?.close();
    await node?.close();
    await sandbox?.close();
  });

  async function submit(
    change: Partial<JobRequest> = {},
  ): Promise<{ id: SwapId; receiver: string }> {
    const receiver = privateKeyToAccount(generatePrivateKey()).address;
    const { swap } = await submitJob(test.ferryman, {
      wallet: 'evm',
      from: { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') },
      to: { chain: 'POLYGON', token: tokenOf(sandbox.endpoints, 'POLYGON', 'USDC') },
      amount: '100',
      receiver,
      slippageBps: 300,
      flow: 'deposit',
      providers: { allow: ['changenow'] },
      ...change,
    });
    return { id: swap.id, receiver };
  }

  const endOf = (id: SwapId) => test.ferryman.awaitEnd(id, { signal: hangSignal() });
  async function book(): Promise<{ orders: Order[]; unattributedDeposits: unknown[] }> {
    return (await (await fetch(`${sandbox.endpoints.control.url}/orders`)).json()) as never;
  }
  const ordersFor = async (receiver: string) =>
    (await book()).orders.filter((order) => order.receiver === receiver);
  const attempts = async (id: SwapId): Promise<unknown[]> =>
    (await test.ferryman.journal.events(id)).flatMap(({ type, data }) =>
      type === 'attempt_committed' ? [data.kind] : [],
    );

  // First of all: the swaps are there before anybody works on them.
  it('go to one address in one message of a TON wallet, each with its own memo', async () => {
    const swaps = [];
    for (let index = 0; index < 6; index++) {
      const from = { chain: 'TON', token: tonNativeToken };
      const providers = { allow: ['simple_swap'] };
      swaps.push(await submit({ wallet: 'ton', from, amount: `${10 + index}`, providers }));
    }
    await test.ferryman.startWorkers({ sweepInterval: 100 });
    const ended = await Promise.all(swaps.map(({ id }) => endOf(id)));
    expect(ended.map(({ swap }) => [swap.state, swap.legs[0]?.level])).toEqual(
      swaps.map(() => ['settled', 'verified']),
    );
    expect(new Set(ended.map(({ payment }) => payment?.txId)).size).toBeLessThan(swaps.length);
    const orders = (await Promise.all(swaps.map(({ receiver }) => ordersFor(receiver)))).flat();
    expect(orders.map(({ state }) => state)).toEqual(swaps.map(() => 'paid'));
    expect(new Set(orders.map(({ depositAddress }) => depositAddress)).size).toBe(1);
    expect(new Set(orders.map(({ memo }) => memo)).size).toBe(swaps.length);
    expect(new Set(orders.map(({ sourceTx }) => sourceTx)).size).toBeLessThan(swaps.length);
    expect((await book()).unattributedDeposits).toEqual([]);
  });

  it('are paid for the same order where that was not signed in its time and still waits for its money', async () => {
    let swap: SwapId | undefined;
    beforeSigned = () =>
      until(async () => {
        const order = swap && (await test.ferryman.journal.snapshot(swap))?.order;
        return order !== undefined && Date.now() > (order.signBy ?? 0);
      });
    const { id, receiver } = await submit();
    swap = id;
    const end = await endOf(id);
    beforeSigned = undefined;
    expect(end.swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
    expect(await ordersFor(receiver)).toMatchObject([{ state: 'paid' }]);
    const types = (await test.ferryman.journal.events(id)).map(({ type }) => type);
    expect(types).toContain('order_renewed');
    expect(types).not.toContain('order_closed');
  });

  it('are cancelled before they are included, and their order is never paid', async () => {
    node.act((asked) =>
      asked.some(({ method }) => method === 'eth_sendRawTransaction') ? 'drop_request' : 'forward',
    );
    const { id, receiver } = await submit();
    await until(async () => (await attempts(id)).length > 0);
    await test.ferryman.cancel(id);
    await until(async () => (await attempts(id)).includes('cancel'));
    node.act(() => 'forward');
    expect((await endOf(id)).swap).toMatchObject({ state: 'cancelled', fundsState: 'untouched' });
    expect(await ordersFor(receiver)).toMatchObject([
      { state: 'awaiting-deposit', sourceTx: null },
    ]);
  });

  it('are made dearer where they are stuck, and their order is paid once', async () => {
    const client = createTestClient({
      mode: 'anvil',
      transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
    });
    const raise = () =>
      client.setNextBlockBaseFeePerGas({ baseFeePerGas: 100n * gwei }).catch(() => undefined);
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei });
    await client.mine({ blocks: 1 });
    node.act((asked) =>
      asked.some(({ method }) => method === 'eth_sendRawTransaction') ? 'drop_request' : 'forward',
    );
    const { id, receiver } = await submit();
    await until(async () => (await attempts(id)).length > 0);
    await raise();
    const dearer = setInterval(() => void raise(), 20);
    try {
      node.act(() => 'forward');
      await until(async () => (await attempts(id)).includes('bump'));
      expect((await endOf(id)).swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
    } finally {
      clearInterval(dearer);
    }
    expect(await ordersFor(receiver)).toMatchObject([{ state: 'paid' }]);
    expect((await book()).unattributedDeposits).toEqual([]);
  });
});
