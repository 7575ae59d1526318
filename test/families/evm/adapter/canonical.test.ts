import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { rewritingFetch } from './rewriting-fetch.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let local: LocalChain;
let txId: string;
beforeAll(async () => {
  local = await startLocalChain();
  txId = await local.send({ to: receiver, value: 5n });
  await local.mine(local.chain.proofDepth);
});
afterAll(() => local.close());

/** After a reorg, nodes keep the receipts of removed blocks for a while; anvil does not. */
describe('a receipt whose block is no longer on the chain', () => {
  const orphaning = () =>
    createEvmAdapter({
      chain: local.chain,
      rpcUrls: [local.url],
      fetch: rewritingFetch('eth_getBlockByNumber', (block) => ({
        ...(block as object),
        hash: `0x${'ab'.repeat(32)}`,
      })),
    });
  const without = () =>
    createEvmAdapter({
      chain: local.chain,
      rpcUrls: [local.url],
      fetch: rewritingFetch('eth_getBlockByNumber', (block, [tag]) =>
        tag === 'latest' ? block : null,
      ),
    });

  it('is not an inclusion', async () => {
    for (const adapter of [orphaning(), without()]) {
      expect((await adapter.observe([{ txId }], [])).attempts.get(txId)).toEqual({
        status: 'pending',
      });
    }
  });

  it('proves nothing', async () => {
    const lease = { account: local.stranger.address, terms: { kind: 'nonce', nonce: 0n } as const };
    expect(await orphaning().prove(lease, [{ txId, bytes: '0x' }])).toEqual({ kind: 'undecided' });
    await expect(without().prove(lease, [{ txId, bytes: '0x' }])).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
  });

  it('delivers nothing', async () => {
    expect(await orphaning().receivedIn(txId, receiver, evmNativeToken)).toEqual([]);
  });
});

describe('an endpoint that lost an attempt', () => {
  const forgetting = (method: string) =>
    createEvmAdapter({
      chain: local.chain,
      rpcUrls: [local.url],
      fetch: rewritingFetch(method, () => null),
    });

  it('does not prove that an external transaction used the lease while it knows the attempt', async () => {
    const lease = { account: local.stranger.address, terms: { kind: 'nonce', nonce: 0n } as const };
    expect(
      await forgetting('eth_getTransactionReceipt').prove(lease, [{ txId, bytes: '0x' }]),
    ).toEqual({
      kind: 'undecided',
    });
  });
});

describe('a receipt of another transaction', () => {
  it('is refused', async () => {
    const other = rewritingFetch('eth_getTransactionReceipt', (receipt) => ({
      ...(receipt as object),
      transactionHash: `0x${'cd'.repeat(32)}`,
    }));
    const adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [local.url], fetch: other });
    await expect(adapter.observe([{ txId }], [])).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });
});
