import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnvilProcess, startAnvil } from '../../../../sandbox/evm/start-anvil.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { hangLimit } from '../../../support/hang-limit.ts';
import { waitFor } from '../../../support/wait-for.ts';

const chain = { ...ofFamily(chainRegistry.ETH!, 'evm'), chainId: 7_700_301 };

let anvil: AnvilProcess;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: chain.chainId, finalityDepth: 2, storedBlocks: 3_000 });
});
afterAll(() => anvil?.close());

const mine = () =>
  fetch(anvil.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }),
  });

it('reports the blocks of a node with subscriptions, and none without', async () => {
  const rpcUrls = [anvil.url];
  expect(createEvmAdapter({ chain, rpcUrls }).followHeads).toBeUndefined();
  const adapter = createEvmAdapter({ chain, rpcUrls, wsUrls: [anvil.url.replace('http', 'ws')] });
  let heads = 0;
  const stop = adapter.followHeads?.(() => {
    heads += 1;
  }, hangLimit);
  await waitFor(async () => {
    await mine();
    expect(heads).toBeGreaterThan(1);
  });
  stop?.();
});
