import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { Policy } from '../../src/core/decide/policy.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

const key = generatePrivateKey();
const owner = privateKeyToAccount(key);

let sandbox: Sandbox;
let proxies: RpcProxy[];
let one: TestFerryman;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  await fund(sandbox.endpoints, 'ETH', owner.address, native, 10n * oneEther);
});
afterAll(() => sandbox?.close());

beforeEach(async () => {
  proxies = await Promise.all(
    ['127.0.0.1', 'localhost'].map((host) =>
      startRpcProxy(sandbox.endpoints.chains.ETH.rpcUrls[0]!, host),
    ),
  );
  one = await start();
});
afterEach(async () => {
  await one.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

function start(policy: Partial<Policy> = {}): Promise<TestFerryman> {
  return startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    privateKeys: [key],
    policy,
    adjust: (options) => ({
      ...options,
      chains: options.chains.map((entry) =>
        entry.chain.name === 'ETH' ? { ...entry, rpcUrls: proxies.map(({ url }) => url) } : entry,
      ),
    }),
  });
}

async function submit(amount: string): Promise<SwapId> {
  const { swap } = await submitJob(one.ferryman, coinForUsdc(sandbox.endpoints, 'ETH', { amount }));
  return swap.id;
}

const endsOf = async (ids: readonly SwapId[]) => {
  const signal = hangSignal();
  const views = await Promise.all(ids.map((id) => one.ferryman.awaitEnd(id, { signal })));
  return views.map(({ swap }) => swap.state);
};
const client = () =>
  createPublicClient({ transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]) });
const nonce = () => client().getTransactionCount({ address: owner.address });

const mine = (mining: boolean) =>
  tellSandbox(sandbox.endpoints.control.url, '/chains/ETH', { mining });

const isSent = async (id: SwapId) =>
  (await one.ferryman.journal.events(id)).some(({ type }) => type === 'attempt_sent');

interface Observed {
  attempts?: { before: string; status: string }[];
}

/** How often the history of a swap says that an inclusion was taken back. */
async function reorganizations(id: SwapId): Promise<number> {
  const events = await one.ferryman.journal.events(id);
  const changes = events.flatMap(({ type, data }) =>
    type === 'attempt_observed' ? ((data as Observed).attempts ?? []) : [],
  );
  return changes.filter(
    ({ before, status }) => before === 'included' && status !== 'included' && status !== 'final',
  ).length;
}

describe('where one of two endpoints misbehaves', () => {
  it.each([
    ['the first denies all', 0, () => true],
    ['the first now and then', 0, (asked: number) => Math.imul(asked, 0x9e3779b1) < 0],
    ['the second now and then', 1, (asked: number) => Math.imul(asked, 0x9e3779b1) < 0],
  ])(
    'and denies transactions (%s), swaps are paid once and no reorganization is seen',
    async (_who, liar, denies) => {
      for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
        let asked = 0;
        proxies[liar]!.lie(method, (result) => (denies(asked++) ? null : result));
      }
      const before = await nonce();
      const ids = await Promise.all(['0.011', '0.012', '0.013'].map(submit));
      expect(await endsOf(ids)).toEqual(['settled', 'settled', 'settled']);
      expect(await Promise.all(ids.map(reorganizations))).toEqual([0, 0, 0]);
      expect(await nonce()).toBe(before + 3);
    },
  );

  it('and stands still, swaps in flight go on with the other', async () => {
    await mine(false);
    const before = await nonce();
    const id = await submit('0.021');
    await until(() => isSent(id));
    proxies[0]!.standStillAt(await client().getBlockNumber());
    await mine(true);
    expect(await endsOf([id])).toEqual(['settled']);
    expect(await nonce()).toBe(before + 1);
  });

  it('and is away, no token is taken up that only one shows, and nothing is signed until it is back; the swap names it', async () => {
    proxies[1]!.act(() => 'drop_request');
    await expect(submit('0.021')).rejects.toMatchObject({ code: 'WITNESS_MISSING' });
    proxies[1]!.act(() => 'forward');
    expect(await endsOf([await submit('0.021')])).toEqual(['settled']);
    proxies[1]!.act(() => 'drop_request');
    const before = await nonce();
    const id = await submit('0.022');
    const reason = async () => (await one.ferryman.journal.findSwap(id))?.swap.reason;
    await until(async () => (await reason())?.code === 'WITNESS_MISSING');
    expect((await reason())?.message).toMatch(/localhost:\d+ does not answer/);
    expect(await nonce()).toBe(before);
    expect(await isSent(id)).toBe(false);
    proxies[1]!.act(() => 'forward');
    expect(await endsOf([id])).toEqual(['settled']);
    expect(await nonce()).toBe(before + 1);
  });

  it('and shows other code, nothing is signed, and the guard names both answers', async () => {
    proxies[1]!.lie('eth_getCode', () => '0x6001');
    const before = await nonce();
    const id = await submit('0.023');
    expect(await endsOf([id])).toEqual(['failed']);
    const { swap } = (await one.ferryman.journal.findSwap(id))!;
    expect(swap.reason).toMatchObject({
      code: 'GUARD_REJECTED',
      message: expect.stringContaining('G12'),
    });
    expect(swap.fundsState).toBe('untouched');
    expect(await nonce()).toBe(before);
  });

  it('and names a height from nowhere for a while, swaps settle as soon as it has stopped', async () => {
    await mine(false);
    const before = await nonce();
    const id = await submit('0.025');
    await until(() => isSent(id));
    const nowhere = `0x${(2n ** 40n).toString(16)}`;
    let told = 0;
    proxies[0]!.lie('eth_getBlockByNumber', (result, [tag]) => {
      if (tag !== 'latest') return result;
      told++;
      return { ...(result as object), number: nowhere };
    });
    // It says of no block that it does not have it.
    const answered = ({ error, ...answer }: Record<string, unknown>) =>
      error === undefined ? answer : { ...answer, result: '0x0' };
    proxies[0]!.act(() => ({
      rewrite(text) {
        const answers = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
        return JSON.stringify(Array.isArray(answers) ? answers.map(answered) : answered(answers));
      },
    }));
    await until(async () => told > 5);
    proxies[0]!.lie('eth_getBlockByNumber', undefined);
    proxies[0]!.act(() => 'forward');
    await mine(true);
    expect(await endsOf([id])).toEqual(['settled']);
    expect(await nonce()).toBe(before + 1);
  });

  it('and is away, nobody is accused of having used a nonce until it is back; a person is told that it is not known', async () => {
    await one.close();
    one = await start({ reviewAfter: 5_000 });
    await mine(false);
    const id = await submit('0.031');
    await until(() => isSent(id));
    proxies[1]!.act(() => 'drop_request');
    const replacement = await owner.signTransaction({
      type: 'eip1559',
      chainId: sandbox.endpoints.chains.ETH.chainId,
      nonce: await nonce(),
      to: owner.address,
      gas: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 11n,
    });
    await client().request({ method: 'eth_sendRawTransaction', params: [replacement] });
    await mine(true);

    const view = async () => (await one.ferryman.journal.findSwap(id))!;
    await until(async () => {
      const { state, reason } = (await view()).swap;
      return state === 'needs_review' && reason?.code === 'WITNESS_MISSING';
    });
    expect((await view()).swap.fundsState).toBe('in_flight');
    const isAccused = async () =>
      JSON.stringify(await one.ferryman.journal.events(id)).includes('LEASE_USED_BY_STRANGER');
    expect(await isAccused()).toBe(false);

    proxies[1]!.act(() => 'forward');
    await until(async () => (await view()).swap.reason?.code === 'LEASE_USED_BY_STRANGER');
    expect(await isAccused()).toBe(true);
    expect((await view()).swap).toMatchObject({ state: 'needs_review', fundsState: 'unknown' });
  });

  it('and shows each payment as failed, none is made again; the swap waits and says which host shows what', async () => {
    proxies[0]!.lie(
      'eth_getTransactionReceipt',
      (result) => result && { ...(result as object), status: '0x0' },
    );
    const before = await nonce();
    const id = await submit('0.041');
    const view = async () => (await one.ferryman.journal.findSwap(id))!;
    const waits = async () => (await view()).swap.reason?.code === 'WITNESSES_DISAGREE';
    await until(async () => (await waits()) || (await nonce()) > before + 1);
    expect(await nonce()).toBe(before + 1);
    const { state, reason } = (await view()).swap;
    expect(state).not.toBe('failed');
    expect(reason?.message).toMatch(
      /127\.0\.0\.1:\d+ shows 0x\w+ in block \d+: failed; localhost:\d+ shows .*: succeeded/,
    );
    // Asked again and again it stays so.
    const asked = proxies[1]!.requests();
    await until(async () => proxies[1]!.requests() > asked + 10);
    expect((await view()).swap.reason?.code).toBe('WITNESSES_DISAGREE');
    expect(await nonce()).toBe(before + 1);

    proxies[0]!.lie('eth_getTransactionReceipt', undefined);
    expect(await endsOf([id])).toEqual(['settled']);
    expect(await nonce()).toBe(before + 1);
  });

  it('and is away, a payment that was cancelled counts as dead only once it is back', async () => {
    await mine(false);
    const id = await submit('0.051');
    await until(() => isSent(id));
    await one.ferryman.cancel(id);
    const isCancelling = async () =>
      (await one.ferryman.journal.events(id)).some(
        ({ type, data }) => type === 'attempt_committed' && data.kind === 'cancel',
      );
    await until(isCancelling);
    await until(
      async () =>
        (await one.ferryman.journal.events(id)).filter(({ type }) => type === 'attempt_sent')
          .length > 1,
    );
    proxies[1]!.act(() => 'drop_request');
    await mine(true);
    const view = async () => (await one.ferryman.journal.findSwap(id))!;
    const waits = async () => (await view()).swap.reason?.code === 'WITNESS_MISSING';
    await until(async () => (await waits()) || (await view()).swap.state === 'cancelled');
    expect((await view()).swap.reason?.message).toMatch(/localhost:\d+ does not answer/);
    expect((await view()).swap.state).not.toBe('cancelled');

    proxies[1]!.act(() => 'forward');
    expect(await endsOf([id])).toEqual(['cancelled']);
    const proven = (await one.ferryman.journal.events(id)).find(
      ({ type }) => type === 'lease_proven',
    );
    expect(proven?.data).toMatchObject({ outcome: 'dead' });
  });
});
