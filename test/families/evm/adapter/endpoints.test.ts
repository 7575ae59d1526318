import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEvmAdapter,
  type EvmAdapterOptions,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type ProxyAction, type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

/** An account that no other test uses. */
const someAccount = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';

let local: LocalChain;
let elsewhere: LocalChain;
let proxy: RpcProxy;
let second: RpcProxy;
beforeAll(async () => {
  [local, elsewhere] = await Promise.all([startLocalChain(), startLocalChain()]);
  await elsewhere.rpc('anvil_setChainId', [1]);
});
afterAll(() => Promise.all([local.close(), elsewhere.close()]));
beforeEach(async () => {
  [proxy, second] = await Promise.all([startRpcProxy(local.url), startRpcProxy(local.url)]);
  return () => Promise.all([proxy.close(), second.close()]);
});

const adapterOf = (
  rpcUrls: string[],
  options: Pick<EvmAdapterOptions, 'timeoutMs' | 'clock'> = {},
) => createEvmAdapter({ chain: local.chain, rpcUrls, ...options });
const always = (action: ProxyAction) => () => action;
const answers =
  (make: (id: number) => unknown) => (questions: readonly { id: number; method: string }[]) =>
    questions.some(({ method }) => method === 'eth_chainId')
      ? 'forward'
      : { status: 200, body: JSON.stringify(questions.map(({ id }) => make(id))) };

describe('one endpoint', () => {
  it('is checked for its chain id once, and again after a failure', async () => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    await adapter.head();
    const asked = () => proxy.methods().filter((method) => method === 'eth_chainId').length;
    expect(asked()).toBe(1);
    proxy.act(always('drop_request'));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    proxy.act(always('forward'));
    proxy.forwardTo(elsewhere.url);
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_WRONG_CHAIN' });
    proxy.forwardTo(local.url);
    await adapter.head();
    expect(asked()).toBe(3);
  });

  it('is checked for its chain id again after a minute, because another node may take over the URL', async () => {
    let now = Date.now();
    const adapter = adapterOf([proxy.url], { clock: { now: () => now } });
    await adapter.head();
    proxy.forwardTo(elsewhere.url);
    now += 60_000;
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_WRONG_CHAIN' });
  });

  it('is not used if its newest block is old', async () => {
    const aged = (seconds: number) => (answer: string) =>
      answer.replace(
        /"timestamp":"(0x[0-9a-f]+)"/,
        (_all, time) => `"timestamp":"0x${(time - seconds).toString(16)}"`,
      );
    const adapter = adapterOf([proxy.url]);
    // 25 blocks of 12 s, plus the duration of the test.
    proxy.act(always({ rewrite: aged(200) }));
    await adapter.head();
    proxy.act(always({ rewrite: aged(301) }));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_BEHIND', next: 'retry' });
    await expect(adapter.balances(someAccount, [])).rejects.toMatchObject({ code: 'RPC_BEHIND' });
    // The chain's next endpoint that keeps up is used.
    await adapterOf([proxy.url, second.url]).head();
    expect(second.requests()).toBeGreaterThan(0);
  });

  it('is not retried behind the caller’s back', async () => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    const before = proxy.requests();
    proxy.act(always({ status: 503, body: '{}' }));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    expect(proxy.requests()).toBe(before + 1);
  });

  it.each<[string, (id: number) => unknown]>([
    ['an answer is malformed', (id) => ({ jsonrpc: '2.0', id, result: '12' })],
    ['an answer is missing', (id) => ({ jsonrpc: '2.0', id, result: null })],
  ])('is not believed when %s', async (_what, make) => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    proxy.act(answers(make));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });

  it.each<[string, (id: number) => unknown]>([
    ['answers other requests', (id) => ({ jsonrpc: '2.0', id: id + 1, result: '0x1' })],
    ['answers one request twice', () => ({ jsonrpc: '2.0', id: 1, result: '0x1' })],
  ])('is not believed when a batch %s', async (_what, make) => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    proxy.act(answers(make));
    const accounts = [local.stranger.address, someAccount];
    await expect(
      Promise.all(accounts.map((account) => adapter.accounts.nextNonce(account))),
    ).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
  });

  it('pairs answers with requests by id, in any order', async () => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    proxy.act((questions) => ({
      status: 200,
      body: JSON.stringify(
        questions
          .map(({ id, params }) => ({
            jsonrpc: '2.0',
            id,
            result: params[0] === someAccount ? '0x2' : '0x1',
          }))
          .reverse(),
      ),
    }));
    const nonces = await Promise.all([
      adapter.accounts.nextNonce(local.stranger.address),
      adapter.accounts.nextNonce(someAccount),
    ]);
    expect(nonces).toEqual([1n, 2n]);
  });

  it('may refuse a whole batch', async () => {
    const adapter = adapterOf([proxy.url]);
    await adapter.head();
    proxy.act(
      always({
        status: 200,
        body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many"}}',
      }),
    );
    await expect(adapter.head()).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      details: { rpcCode: -32005 },
    });
  });

  it('must send the whole answer within the timeout', async () => {
    const adapter = adapterOf([proxy.url], { timeoutMs: 1_000 });
    await waitFor(() => adapter.head());
    proxy.act(always('stall'));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
  });

  it('must not redirect', async () => {
    const adapter = adapterOf([proxy.url]);
    proxy.act(always({ status: 307, body: '', location: second.url }));
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    expect(second.requests()).toBe(0);
  });
});
