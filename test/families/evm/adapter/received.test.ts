import { encodeFunctionData, type Hex, keccak256, pad, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeeToken } from '../../../../sandbox/evm/artifacts/FeeToken.ts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { WrappedNative } from '../../../../sandbox/evm/artifacts/WrappedNative.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { forwarder, halvingToken, logger3 } from './small-contracts.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const transferData = (amount: bigint): Hex =>
  encodeFunctionData({
    abi: StandardToken.abi,
    functionName: 'transfer',
    args: [receiver, amount],
  });

let local: LocalChain;
let proxy: RpcProxy;
let adapter: ChainAdapter;
beforeAll(async () => {
  local = await startLocalChain();
  proxy = await startRpcProxy(local.url);
  adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url] });
});
afterAll(async () => {
  await proxy.close();
  await local.close();
});

describe('received tokens', () => {
  it('are the received amount if the token takes a fee', async () => {
    const token = await local.deploy(FeeToken, ['Fee', 'FEE', 18]);
    await local.mint(token, local.stranger.address, 1_000n);
    const txId = await local.send({ to: token, data: transferData(1_000n) });
    expect(await adapter.receivedIn(txId, receiver, token)).toMatchObject([{ amount: 990n }]);
  });

  it('are the received amount if the log shows more', async () => {
    const token = await local.install(halvingToken);
    const txId = await local.send({ to: token, data: transferData(100n) });
    expect(await adapter.receivedIn(txId, receiver, token)).toMatchObject([{ amount: 50n }]);
  });

  it('follow the logs if a block has more than one transfer', async () => {
    const token = await local.deploy(StandardToken, ['Test', 'TEST', 6]);
    await local.mint(token, local.stranger.address, 100n);
    const first = await local.submit({ to: token, data: transferData(30n), gas: 100_000n });
    const second = await local.submit({ to: token, data: transferData(40n), gas: 100_000n });
    await local.mine();
    expect(await adapter.receivedIn(first, receiver, token)).toMatchObject([{ amount: 30n }]);
    expect(await adapter.receivedIn(second, receiver, token)).toMatchObject([{ amount: 40n }]);
  });

  it('are those of the token’s own contract', async () => {
    const genuine = await local.deploy(StandardToken, ['Test', 'TEST', 6]);
    const pretender = await local.install(logger3);
    const words = [
      keccak256(toHex('Transfer(address,address,uint256)')),
      pad(genuine),
      pad(receiver),
      pad('0x64'),
    ];
    const txId = await local.send({
      to: pretender,
      data: `0x${words.map((word) => word.slice(2)).join('')}`,
    });
    expect(await adapter.receivedIn(txId, receiver, genuine)).toEqual([]);
  });

  it('include wrapped native coins, if the wrapper is canonical', async () => {
    const wrapper = await local.deploy(WrappedNative, ['Wrapped', 'WETH', 18]);
    const deposit = encodeFunctionData({ abi: WrappedNative.abi, functionName: 'deposit' });
    const txId = await local.send({ to: wrapper, data: deposit, value: 9n });
    const owner = local.stranger.address;
    expect(await adapter.receivedIn(txId, owner, wrapper)).toEqual([]);
    const chain = { ...local.chain, wrappedNative: wrapper };
    const canonical = createEvmAdapter({ chain, rpcUrls: [local.url] });
    expect(await canonical.receivedIn(txId, owner, wrapper)).toMatchObject([{ amount: 9n }]);
    const data = encodeFunctionData({
      abi: WrappedNative.abi,
      functionName: 'withdraw',
      args: [9n],
    });
    const unwrapped = await local.send({ to: wrapper, data });
    expect(await canonical.receivedIn(unwrapped, owner, evmNativeToken)).toMatchObject([
      { amount: 9n, index: -2 },
    ]);
  });

  it('are found over 2,001 blocks in bounded queries, without zero transfers', async () => {
    const token = await local.deploy(StandardToken, ['Test', 'TEST', 6]);
    await local.mint(token, local.stranger.address, 100n);
    const { latest } = await adapter.head();
    const first = await local.send({ to: token, data: transferData(1n) });
    await local.send({ to: token, data: transferData(0n) });
    await local.mine(1_998);
    const last = await local.send({ to: token, data: transferData(2n) });
    const asked = () => proxy.methods().filter((method) => method === 'eth_getLogs').length;
    const before = asked();
    const found = await adapter.receivedSince(latest, receiver, token);
    expect(found.map(({ txId, amount, final }) => [txId, amount, final])).toEqual([
      [first, 1n, true],
      [last, 2n, false],
    ]);
    // Two ranges, and two checks for each transaction found.
    expect(asked() - before).toBe(2 + 2 * 2);
  });
});

describe('received native coins', () => {
  it.each([
    ['nothing traces', -32601, 'Method not found'],
    ['the state for a trace is gone', -32001, 'Resource not found'],
  ])('are only the transaction’s own if %s', async (_why, code, message) => {
    const passOn = await local.install(forwarder);
    const direct = await local.send({ to: receiver, value: 5n });
    const passed = await local.send({ to: passOn, data: pad(receiver), value: 6n });
    const refused = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });
    proxy.act(([question]) =>
      question?.method === 'debug_traceTransaction' ? { status: 200, body: refused } : 'forward',
    );
    expect(await adapter.receivedIn(direct, receiver, evmNativeToken)).toMatchObject([
      { amount: 5n, index: -1 },
    ]);
    expect(await adapter.receivedIn(passed, receiver, evmNativeToken)).toEqual([]);
    proxy.act(() => 'forward');
    expect(await adapter.receivedIn(passed, receiver, evmNativeToken)).toMatchObject([
      { amount: 6n, index: -2 },
    ]);
  });

  it('cannot be searched for', async () => {
    expect(await adapter.receivedSince(0n, receiver, evmNativeToken)).toEqual([]);
  });
});
