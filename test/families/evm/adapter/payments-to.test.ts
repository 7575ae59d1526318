import { encodeFunctionData, type Hex, pad } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FeeToken } from '../../../../sandbox/evm/artifacts/FeeToken.ts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import type { DepositTarget, PaymentScan } from '../../../../src/ports/payments.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { failingForwarder, forwarder, revertingForwarder } from './small-contracts.ts';

let local: LocalChain;
let proxy: RpcProxy;
let adapter: ChainAdapter;
let now: () => number;
beforeEach(async () => {
  local = await startLocalChain();
  proxy = await startRpcProxy(local.url);
  now = Date.now;
  adapter = adapterOf(proxy.url);
});
afterEach(async () => {
  await proxy.close();
  await local.close();
});

const adapterOf = (...rpcUrls: string[]): ChainAdapter =>
  createEvmAdapter({ chain: local.chain, rpcUrls, clock: { now: () => now() } });
const somebody = (): Hex => privateKeyToAccount(generatePrivateKey()).address;
const latest = async (): Promise<bigint> => BigInt(await local.rpc<Hex>('eth_blockNumber'));
const placeOf = async (
  account: string,
  token: string = evmNativeToken,
): Promise<DepositTarget> => ({
  account,
  token,
  after: await latest(),
});
const look = (...targets: DepositTarget[]): Promise<PaymentScan[]> => adapter.paymentsTo(targets);
const found = (seen: PaymentScan[]) =>
  seen.map(({ payments }) => payments.map(({ amount }) => amount));
const refusals = {
  unsupported: { code: -32601, message: 'Method not found' },
  'not there yet': { code: -32001, message: 'Resource not found' },
  'not there any more': { code: -32000, message: 'historical state 0x12 is not available' },
};
/** What happens to trace requests. */
const traces = (what: keyof typeof refusals | 'failing' | 'there'): void =>
  proxy.act(([question]) => {
    if (what === 'there' || question?.method !== 'debug_traceBlockByHash') return 'forward';
    if (what === 'failing') return { status: 503, body: 'busy' };
    return {
      status: 200,
      body: JSON.stringify({ jsonrpc: '2.0', id: question.id, error: refusals[what] }),
    };
  });
/** How often each method was requested since `before`, which is all requests up to then. */
const asked = (before: number, method: string): number =>
  proxy
    .methods()
    .slice(before)
    .filter((one) => one === method).length;

describe('payments in native coins', () => {
  it('are found if contracts forward them, with the same ids and indexes as elsewhere', async () => {
    const passOn = await local.install(forwarder);
    const receiver = somebody();
    const target = await placeOf(receiver);
    const txId = await local.send({ to: passOn, data: pad(receiver), value: 8n });
    const [seen] = await look(target);
    const [received] = await adapter.receivedIn(txId, receiver, evmNativeToken);
    expect(seen?.payments).toEqual([{ ...received, payer: passOn, at: expect.any(Number) }]);
    expect(received).toMatchObject({ index: -2, amount: 8n });
  });

  it.each(['there', 'unsupported'] as const)(
    'are none where they fail, or go in circles; traces %s',
    async (what) => {
      traces(what);
      const passOnThenFail = await local.install(revertingForwarder);
      const tolerant = await local.install(failingForwarder(passOnThenFail));
      const [receiver, { address: self }] = [somebody(), local.stranger];
      const targets = await Promise.all(
        [receiver, passOnThenFail, self].map((account) => placeOf(account)),
      );
      await local.send({ to: tolerant, data: pad(receiver), value: 9n, gas: 300_000n });
      await local.send({ to: passOnThenFail, data: pad(receiver), value: 10n, gas: 300_000n });
      await local.send({ to: self, value: 11n });
      await local.send({ to: receiver, value: 0n });
      expect(found(await look(...targets))).toEqual([[], [], []]);
    },
  );

  it('are only the transactions’ own without traces, and those of contracts again with traces', async () => {
    const passOn = await local.install(forwarder);
    const receiver = somebody();
    const target = await placeOf(receiver);
    const passed = () => local.send({ to: passOn, data: pad(receiver), value: 6n });
    traces('unsupported');
    await passed();
    await local.send({ to: receiver, value: 5n });
    const before = proxy.methods().length;
    expect(found(await look(target))).toEqual([[5n]]);
    await local.mine(2);
    const [seen] = await look(target);
    // The blocks that were requested concurrently.
    expect(asked(before, 'debug_traceBlockByHash')).toBeLessThanOrEqual(2);
    traces('there');
    await local.rpc('evm_increaseTime', [601]);
    now = () => Date.now() + 601_000;
    await passed();
    expect(found(await look({ ...target, after: seen!.scannedUntil }))).toEqual([[5n, 6n]]);
  });

  it('are found if a trace fails, and not skipped if it fails for a final block', async () => {
    const passOn = await local.install(forwarder);
    const target = await placeOf(somebody());
    const to = target.account as Hex;
    await local.send({ to: passOn, data: pad(to), value: 6n });
    await local.send({ to, value: 5n });
    traces('failing');
    expect(found(await look(target))).toEqual([[5n]]);
    await local.mine(5);
    await expect(look(target)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    traces('there');
    expect(found(await look(target))).toEqual([[6n, 5n]]);
  });

  it('are found in a block that had no trace yet when it was new', async () => {
    const passOn = await local.install(forwarder);
    const target = await placeOf(somebody());
    await local.send({ to: passOn, data: pad(target.account as Hex), value: 6n });
    await local.mine();
    traces('not there yet');
    expect(found(await look(target))).toEqual([[]]);
    traces('there');
    expect(found(await look(target))).toEqual([[6n]]);
  });

  it('do not wait for traces of discarded states, while other blocks are still traced', async () => {
    const passOn = await local.install(forwarder);
    const target = await placeOf(somebody());
    const to = target.account as Hex;
    await local.send({ to: passOn, data: pad(to), value: 6n });
    await local.send({ to, value: 5n });
    await local.mine(5);
    traces('not there any more');
    const [seen] = await look(target);
    expect(found([seen!])).toEqual([[5n]]);
    traces('there');
    await local.send({ to: passOn, data: pad(to), value: 7n });
    expect(found(await look({ ...target, after: seen!.scannedUntil }))).toEqual([[7n]]);
  });

  it('do not wait for traces for ever', async () => {
    const target = await placeOf(somebody());
    await local.send({ to: target.account as Hex, value: 5n });
    await local.mine(5);
    traces('failing');
    await expect(look(target)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    await local.rpc('evm_increaseTime', [301]);
    now = () => Date.now() + 301_000;
    await local.mine();
    expect(found(await look(target))).toEqual([[5n]]);
  });

  it('are requested from each endpoint that may trace', async () => {
    const other = await startRpcProxy(local.url);
    const passOn = await local.install(forwarder);
    const receiver = somebody();
    const target = await placeOf(receiver);
    await local.send({ to: passOn, data: pad(receiver), value: 6n });
    traces('unsupported');
    adapter = adapterOf(proxy.url, other.url.replace('127.0.0.1', 'localhost'));
    other.act(([question]) =>
      question?.method === 'debug_traceBlockByHash' ? { status: 503, body: 'busy' } : 'forward',
    );
    expect(found(await look(target))).toEqual([[]]);
    other.act(() => 'forward');
    expect(found(await look(target))).toEqual([[6n]]);
    await other.close();
  });

  it('are searched in a bounded number of blocks, each read once for all targets', async () => {
    const receivers = Array.from({ length: 20 }, somebody);
    const targets = await Promise.all(receivers.map((account) => placeOf(account)));
    const early = await local.send({ to: receivers[3]!, value: 3n });
    await local.mine(240);
    const late = await local.send({ to: receivers[4]!, value: 4n });
    await local.mine(5);
    const before = proxy.methods().length;
    const first = await look(...targets);
    expect(first.flatMap(({ payments }) => payments)).toMatchObject([{ txId: early, final: true }]);
    expect(new Set(first.map(({ scannedUntil }) => scannedUntil))).toEqual(
      new Set([targets[0]!.after + 200n]),
    );
    // The head, and the blocks.
    expect(asked(before, 'eth_getBlockByNumber')).toBe(201);
    const second = await look(
      ...targets.map((target, at) => ({ ...target, after: first[at]!.scannedUntil })),
    );
    expect(second.flatMap(({ payments }) => payments)).toMatchObject([{ txId: late, final: true }]);
    const { final } = await adapter.head();
    expect(new Set(second.map(({ scannedUntil }) => scannedUntil))).toEqual(new Set([final]));
  });

  it('are found at once for a new target, however far behind another one is', async () => {
    const far = await placeOf(somebody());
    await local.mine(500);
    const target = await placeOf(somebody());
    await local.send({ to: target.account as Hex, value: 5n });
    expect(found(await look(far, target))).toEqual([[], [5n]]);
  });

  it('are read once while they are not final, and again if blocks are replaced', async () => {
    const target = await placeOf(somebody());
    const to = target.account as Hex;
    await local.send({ to, value: 5n });
    await local.send({ to, value: 6n });
    await local.send({ to, value: 7n });
    expect(found(await look(target))).toEqual([[5n, 6n, 7n]]);
    const before = proxy.methods().length;
    await look(target);
    // The head, and the newest block.
    expect(asked(before, 'eth_getBlockByNumber')).toBe(2);
    await local.rpc('anvil_reorg', [2, []]);
    expect(found(await look(target))).toEqual([[5n]]);
  });

  it.each(['eth_getBlockByNumber', 'eth_getTransactionReceipt'])(
    'are never skipped if an endpoint lacks %s',
    async (method) => {
      const target = await placeOf(somebody());
      await local.send({ to: target.account as Hex, value: 5n });
      await local.mine(5);
      // Each endpoint knows the newest block.
      proxy.lie(method, (result, [of]) => (of === 'latest' ? result : null));
      await expect(look(target)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
      proxy.lie(method, undefined);
      expect(found(await look(target))).toEqual([[5n]]);
    },
  );
});

describe('payments in tokens', () => {
  const deploy = () => local.deploy(StandardToken, ['Test', 'TEST', 6]);
  const transferOf = (to: string, amount: bigint): Hex =>
    encodeFunctionData({
      abi: StandardToken.abi,
      functionName: 'transfer',
      args: [to as Hex, amount],
    });

  it('are read with one query, however many targets and tokens there are', async () => {
    const tokens = [await deploy(), await deploy()];
    const receivers = Array.from({ length: 40 }, somebody);
    const targets = await Promise.all(
      receivers.flatMap((account) => tokens.map((token) => placeOf(account, token))),
    );
    for (const token of tokens) await local.mint(token, local.stranger.address, 100n);
    await local.send({ to: tokens[0]!, data: transferOf(receivers[7]!, 25n) });
    const requests = async (some: DepositTarget[]) => {
      const before = proxy.requests();
      expect(found(await look(...some)).flat()).toEqual([25n]);
      return proxy.requests() - before;
    };
    const one = targets.filter(
      ({ account, token }) => account === receivers[7] && token === tokens[0],
    );
    await look(...one);
    expect(await requests(targets)).toBe(await requests(one));
  });

  it('have the received amount and the payer', async () => {
    const token = await local.deploy(FeeToken, ['Fee', 'FEE', 18]);
    await local.mint(token, local.stranger.address, 1_000n);
    const target = await placeOf(somebody(), token);
    const txId = await local.send({ to: token, data: transferOf(target.account, 1_000n) });
    const [seen] = await look(target);
    const received = await adapter.receivedIn(txId, target.account, token);
    expect(received).toMatchObject([{ amount: 990n }]);
    expect(seen?.payments).toMatchObject(
      received.map((one) => ({ ...one, payer: local.stranger.address })),
    );
  });

  it('are distinct in one block, and have no payer if they are minted', async () => {
    const token = await deploy();
    await local.mint(token, local.stranger.address, 100n);
    const target = await placeOf(somebody(), token);
    const to = target.account;
    await local.submit({ to: token, data: transferOf(to, 30n), gas: 100_000n });
    await local.submit({ to: token, data: transferOf(to, 0n), gas: 100_000n });
    await local.mint(token, to as Hex, 40n);
    const [{ payments } = { payments: [] }] = await look(target);
    expect(payments).toMatchObject([
      { amount: 30n, payer: local.stranger.address },
      { amount: 40n },
    ]);
    expect(payments[1]).not.toHaveProperty('payer');
    expect(new Set(payments.map(({ block, index }) => `${block.number} ${index}`)).size).toBe(2);
  });

  it('are found over many blocks, in bounded queries', async () => {
    const token = await deploy();
    await local.mint(token, local.stranger.address, 100n);
    const target = await placeOf(somebody(), token);
    await local.send({ to: token, data: transferOf(target.account, 1n) });
    await local.mine(1_998);
    await local.send({ to: token, data: transferOf(target.account, 2n) });
    await local.send({ to: token, data: transferOf(target.account, 3n) });
    const before = proxy.methods().length;
    expect(found(await look(target))).toEqual([[1n, 2n, 3n]]);
    // Two ranges, and two checks for each transaction found.
    expect(asked(before, 'eth_getLogs')).toBe(2 + 2 * 3);
  });

  it.each<[string, Record<string, unknown>]>([
    ['the blocks of the logs', { eth_getBlockByNumber: null, eth_getLogs: [] }],
    ['the receipt of a log', { eth_getTransactionReceipt: null }],
  ])('are never skipped if an endpoint lacks %s', async (_what, answers) => {
    const token = await deploy();
    await local.mint(token, local.stranger.address, 100n);
    const target = await placeOf(somebody(), token);
    await local.send({ to: token, data: transferOf(target.account, 25n) });
    await local.mine(5);
    for (const [method, answer] of Object.entries(answers)) {
      // A server behind the URL is ahead of the one that gets the other requests.
      proxy.lie(method, (result, [of]) => (of === 'latest' ? result : answer));
    }
    await expect(look(target)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    for (const method of Object.keys(answers)) proxy.lie(method, undefined);
    expect(found(await look(target))).toEqual([[25n]]);
  });

  it('are searched only up to the newest block of the endpoint that answers', async () => {
    const token = await deploy();
    await local.mint(token, local.stranger.address, 100n);
    const target = await placeOf(somebody(), token);
    const known = await latest();
    await local.send({ to: token, data: transferOf(target.account, 25n) });
    await local.mine(10);
    proxy.standStillAt(known);
    const [seen] = await look(target);
    expect(seen).toMatchObject({
      payments: [],
      scannedUntil: target.after,
      through: { number: target.after },
    });
    proxy.standStillAt(undefined);
    expect(found(await look({ ...target, after: seen!.scannedUntil }))).toEqual([[25n]]);
  });

  it('need the address of a token', async () => {
    await expect(look(await placeOf(somebody(), 'USDT'))).rejects.toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
  });
});
