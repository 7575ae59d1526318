import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Inclusion } from '../../../../src/core/swap/swap.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let local: LocalChain;
let proxy: RpcProxy;
let adapter: ChainAdapter;
let txId: string;
let seen: Inclusion;
beforeAll(async () => {
  local = await startLocalChain();
});
afterAll(() => local.close());
beforeEach(async () => {
  proxy = await startRpcProxy(local.url);
  adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url] });
  txId = await local.send({ to: receiver, value: 1n });
  seen = await observe();
  expect(seen).toMatchObject({ status: 'included' });
  return () => proxy.close();
});

async function observe(inclusion?: Inclusion): Promise<Inclusion> {
  const attempt = inclusion ? { txId, inclusion } : { txId };
  return (await adapter.observe([attempt], [])).attempts.get(txId)!;
}

function denyTransaction(): void {
  proxy.lie('eth_getTransactionReceipt', () => null);
  proxy.lie('eth_getTransactionByHash', () => null);
}

describe('an attempt that was seen in a block', () => {
  it('stays included while the chain has the block, even if the endpoint does not know the attempt', async () => {
    denyTransaction();
    expect(await observe(seen)).toEqual(seen);
    expect(await observe()).toEqual({ status: 'unseen' });
    await local.mine(local.chain.proofDepth);
    expect(await observe(seen)).toEqual({ ...seen, status: 'final' });
  });

  it('stays included if the endpoint calls it pending', async () => {
    proxy.lie('eth_getTransactionReceipt', () => null);
    expect(await observe(seen)).toEqual(seen);
    expect(await observe()).toEqual({ status: 'pending' });
  });

  it('stays included if the endpoint lacks the block of its own receipt', async () => {
    proxy.lie('eth_getBlockByNumber', (block, [tag]) => (tag === 'latest' ? block : null));
    expect(await observe(seen)).toEqual(seen);
  });

  it('is no longer included if the chain has another block there', async () => {
    const bytes = await local.rpc('eth_getRawTransactionByHash', [txId]);
    await local.rpc('anvil_reorg', [1, []]);
    expect(await observe(seen)).toEqual({ status: 'unseen' });
    await local.rpc('eth_sendRawTransaction', [bytes]);
    await local.mine();
  });

  it('moves with the chain', async () => {
    const bytes = await local.rpc<string>('eth_getRawTransactionByHash', [txId]);
    await local.rpc('anvil_reorg', [1, []]);
    await local.rpc('eth_sendRawTransaction', [bytes]);
    expect(await observe(seen)).toEqual({ status: 'pending' });
    await local.mine();
    const moved = await observe(seen);
    expect(moved).toMatchObject({ status: 'included' });
    expect(moved).not.toEqual(seen);
  });
});
