import { expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmFormats } from '../../../../src/families/evm/formats/formats.ts';

it('leaves a throttled endpoint alone for as long as it asks for', async () => {
  const adapter = createEvmAdapter({
    chain: evmFormats.chains.ETH,
    rpcUrls: ['https://rpc.example/'],
    fetch: async () =>
      new Response('slow down', { status: 429, headers: { 'retry-after': '30' } }) as never,
    clock: { now: Date.now },
  } as never);
  await expect(adapter.head()).rejects.toMatchObject({
    code: 'RPC_UNAVAILABLE',
    retryAfter: 30_000,
  });
});
