import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

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

describe('an endpoint that answers wrongly once', () => {
  it('gives the final block of its nonce, so that the next answer can correct it', async () => {
    await local.mine(local.chain.proofDepth + 1);
    const account = receiver;
    proxy.lie('eth_getTransactionCount', () => '0x1388');
    const wrong = await adapter.observe([], [account]);
    expect(wrong.finalNonces.get(account)).toBe(5_000n);
    proxy.lie('eth_getTransactionCount', undefined);
    await local.mine(1);
    const right = await adapter.observe([], [account]);
    expect(right.finalNonces.get(account)).toBe(0n);
    expect(right.head.final).toBeGreaterThanOrEqual(wrong.head.final);
    for (const { head, finalHash } of [wrong, right]) {
      const block = await local.rpc<{ hash: string }>('eth_getBlockByNumber', [
        `0x${head.final.toString(16)}`,
        false,
      ]);
      expect(finalHash).toBe(block.hash);
    }
  });

  it('shows a payment as failed, and then as succeeded', async () => {
    const txId = await local.send({ to: receiver, value: 1n });
    await local.mine(local.chain.proofDepth);
    proxy.lie('eth_getTransactionReceipt', (receipt) => ({
      ...(receipt as object),
      status: '0x0',
    }));
    const wrong = (await adapter.observe([{ txId }], [])).attempts.get(txId);
    expect(wrong).toMatchObject({ status: 'final', succeeded: false });
    proxy.lie('eth_getTransactionReceipt', undefined);
    const asked = wrong ? { txId, inclusion: wrong } : { txId };
    expect((await adapter.observe([asked], [])).attempts.get(txId)).toMatchObject({
      status: 'final',
      succeeded: true,
    });
  });

  it('shows a payment in a block that is not on the chain, and then no longer', async () => {
    const txId = await local.send({ to: receiver, value: 1n });
    await local.mine(local.chain.proofDepth);
    const seen = (await adapter.observe([{ txId }], [])).attempts.get(txId);
    if (!seen || !('block' in seen)) throw new Error('not in a block');
    const elsewhere = { ...seen, block: { ...seen.block, hash: `0x${'ab'.repeat(32)}` } };
    expect(
      (await adapter.observe([{ txId, inclusion: elsewhere }], [])).attempts.get(txId),
    ).toEqual(seen);
    const never = `0x${'cd'.repeat(32)}`;
    expect(
      (await adapter.observe([{ txId: never, inclusion: elsewhere }], [])).attempts.get(never),
    ).toEqual({
      status: 'unseen',
    });
  });
});
