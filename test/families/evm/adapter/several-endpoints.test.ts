import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEvmAdapter,
  type EvmAdapter,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

const someAccount = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';

let local: LocalChain;
let elsewhere: LocalChain;
let proxy: RpcProxy;
let second: RpcProxy;
let adapter: EvmAdapter;
/** The adapter's clock, which only the test moves. */
let now: number;
beforeAll(async () => {
  [local, elsewhere] = await Promise.all([startLocalChain(), startLocalChain()]);
  await elsewhere.rpc('anvil_setChainId', [1]);
});
afterAll(() => Promise.all([local.close(), elsewhere.close()]));
beforeEach(async () => {
  [proxy, second] = await Promise.all([startRpcProxy(local.url), startRpcProxy(local.url)]);
  now = Date.now();
  adapter = createEvmAdapter({
    chain: local.chain,
    rpcUrls: [proxy.url, second.url],
    clock: { now: () => now },
  });
  return () => Promise.all([proxy.close(), second.close()]);
});

const later = (seconds: number) => {
  now += seconds * 1_000;
};
const newest = async () => BigInt(await local.rpc<string>('eth_blockNumber'));
/** The spare endpoint is read in the background. */
const bothKnown = () =>
  waitFor(() => expect(adapter.endpoints().every(({ latest }) => latest !== undefined)).toBe(true));
const fails = (one: RpcProxy) => one.act(() => 'drop_request');
const answers = (one: RpcProxy) => one.act(() => 'forward');
const heads = (one: RpcProxy) =>
  one.methods().filter((method) => method === 'eth_getBlockByNumber').length;

describe('an endpoint that fails', () => {
  it('rests for a growing time, and is then tried again by one caller', async () => {
    fails(proxy);
    await adapter.head();
    let asked = proxy.requests();
    expect(adapter.endpoints()).toMatchObject([
      { used: false, error: 'RPC_UNAVAILABLE' },
      { used: true },
    ]);
    for (const rest of [1, 2, 4]) {
      later(rest - 0.1);
      await adapter.head();
      expect(proxy.requests()).toBe(asked);
      later(0.1);
      await Promise.all([1, 2, 3, 4].map(() => adapter.head()));
      expect(proxy.requests()).toBe(asked + 1);
      asked = proxy.requests();
    }
    answers(proxy);
    later(8);
    await adapter.head();
    expect(adapter.endpoints()).toMatchObject([{ used: true }, { used: false }]);
    expect(adapter.endpoints()[0]).not.toHaveProperty('error');
  });

  it('is asked anyway if there is no other', async () => {
    fails(proxy);
    fails(second);
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    answers(proxy);
    expect((await adapter.head()).latest).toBe(await newest());
  });

  it('rests if it reports too many requests', async () => {
    const busy = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32005, message: 'limit exceeded' },
    });
    proxy.act(() => ({ status: 200, body: busy }));
    await adapter.head();
    expect(adapter.endpoints()).toMatchObject([{ used: false }, { used: true }]);
  });

  it('differs from one that only refuses a request', async () => {
    proxy.act(([question]) =>
      question?.method === 'debug_traceTransaction'
        ? {
            status: 200,
            body: JSON.stringify({
              jsonrpc: '2.0',
              id: question.id,
              error: { code: -32601, message: 'no such method' },
            }),
          }
        : 'forward',
    );
    const txId = await local.send({ to: someAccount, value: 1n });
    expect(
      await adapter.receivedIn(txId, someAccount, local.chain.nativeToken.address),
    ).toHaveLength(1);
    expect(second.methods()).toContain('debug_traceTransaction');
    expect(adapter.endpoints()).toMatchObject([{ used: true }, { used: false }]);
  });
});

describe('an endpoint that serves another chain', () => {
  it('is detected and rests', async () => {
    proxy.forwardTo(elsewhere.url);
    expect((await adapter.head()).latest).toBe(await newest());
    expect(adapter.endpoints()).toMatchObject([
      { used: false, error: 'RPC_WRONG_CHAIN' },
      { used: true },
    ]);
    for (const [wait, asked] of [
      [1, 2],
      [1, 2],
      [1, 3],
      [3, 3],
      [1, 4],
    ] as const) {
      later(wait);
      await adapter.head();
      expect(proxy.requests()).toBe(asked);
    }
  });
});

describe('an endpoint that is behind', () => {
  it('is not asked while a better one answers, and asked again once it has caught up', async () => {
    proxy.standStillAt(await newest());
    await adapter.head();
    await local.mine(3);
    later(30);
    await adapter.head();
    await bothKnown();
    await waitFor(() =>
      expect(adapter.endpoints()).toMatchObject([{ used: false, lag: 3n }, { used: true }]),
    );
    const before = proxy.requests();
    expect((await adapter.balances(someAccount, [local.chain.nativeToken.address])).block).toBe(
      await newest(),
    );
    expect(await adapter.accounts.nextNonce(someAccount)).toBe(0n);
    expect(proxy.requests()).toBe(before);

    proxy.standStillAt(undefined);
    later(12);
    await adapter.head();
    await waitFor(() =>
      expect(adapter.endpoints()).toMatchObject([{ used: true, lag: 0n }, { used: false }]),
    );
  });

  it('is detected during a request, which the next one then answers', async () => {
    await adapter.head();
    await bothKnown();
    proxy.standStillAt(await newest());
    await local.mine(3);
    fails(proxy);
    await adapter.head();
    answers(proxy);
    later(30);
    expect((await adapter.balances(someAccount, [])).block).toBe(await newest());
  });

  it('is better than none', async () => {
    const stood = await newest();
    proxy.standStillAt(stood);
    await local.mine(3);
    later(30);
    await adapter.head();
    await bothKnown();
    expect((await adapter.head()).latest).toBe(stood + 3n);
    fails(second);
    expect((await adapter.head()).latest).toBe(stood);
  });

  it('may be a block or two behind', async () => {
    const stood = await newest();
    proxy.standStillAt(stood);
    await local.mine(2);
    later(30);
    await adapter.head();
    await bothKnown();
    expect((await adapter.head()).latest).toBe(stood);
  });

  it('is not one whose blocks are fresh, whatever height another one reports', async () => {
    second.lie('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'latest' ? { ...(block as object), number: '0x3b9aca00' } : block,
    );
    await adapter.head();
    await bothKnown();
    expect((await adapter.head()).latest).toBe(await newest());
    expect(adapter.endpoints()).toMatchObject([{ used: true }, { used: false, latest: 10n ** 9n }]);
  });
});

describe('a payout', () => {
  it('is found on any endpoint that has it', async () => {
    const txId = await local.send({ to: someAccount, value: 5n });
    proxy.lie('eth_getTransactionReceipt', () => null);
    const native = local.chain.nativeToken.address;
    expect(await adapter.receivedIn(txId, someAccount, native)).toMatchObject([{ amount: 5n }]);
    expect(await adapter.receivedIn(`0x${'12'.repeat(32)}`, someAccount, native)).toEqual([]);
    fails(second);
    expect(await adapter.receivedIn(txId, someAccount, native)).toEqual([]);
  });
});

describe('a token', () => {
  it('is read from the next endpoint if the first one hangs or fails', async () => {
    proxy.act(() => 'stall');
    const rpcUrls = [proxy.url, second.url];
    const patient = createEvmAdapter({
      chain: local.chain,
      rpcUrls,
      timeoutMs: 600_000,
      clock: { now: () => now },
    });
    const native = local.chain.nativeToken;
    expect(await patient.token(native.address)).toMatchObject({ symbol: native.symbol });
    await expect(patient.token(someAccount)).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
    fails(proxy);
    fails(second);
    await expect(adapter.token(native.address)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    answers(second);
    later(2);
    expect(await adapter.token(native.address)).toMatchObject({ symbol: native.symbol });
  });
});

describe('a spare endpoint', () => {
  it('is asked only for its head, now and then', async () => {
    for (let round = 0; round < 5; round++) await adapter.head();
    await bothKnown();
    await adapter.accounts.nextNonce(someAccount);
    expect(heads(second)).toBe(1);
    expect(second.methods()).not.toContain('eth_getTransactionCount');
    later(12);
    for (let round = 0; round < 5; round++) await adapter.head();
    await waitFor(() => expect(heads(second)).toBe(2));
  });

  it('delays no request', async () => {
    second.act(() => 'stall');
    expect((await adapter.head()).latest).toBe(await newest());
  });
});
