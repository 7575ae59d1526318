import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { AttemptToProve } from '../../../../src/ports/lease-proof.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { asHosts, hostName } from './several-hosts.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const unknown = { txId: `0x${'11'.repeat(32)}`, bytes: '0x' };
const undecided = { kind: 'undecided' };

let local: LocalChain;
let landed: AttemptToProve;
let proxies: RpcProxy[];
beforeAll(async () => {
  local = await startLocalChain();
  landed = { txId: await local.send({ to: receiver, value: 1n }), bytes: '0x' };
  await local.mine(2 * local.chain.proofDepth);
});
afterAll(() => local.close());
beforeEach(async () => {
  proxies = await Promise.all([1, 2, 3].map(() => startRpcProxy(local.url)));
  return () => Promise.all(proxies.map((proxy) => proxy.close()));
});

/** Proves with the first proxies as hosts. */
const prove = (hosts: number, attempt: AttemptToProve, nonce = 0n) =>
  createEvmAdapter({ chain: local.chain, ...asHosts(proxies.slice(0, hosts)) }).prove(
    { account: local.stranger.address, terms: { kind: 'nonce', nonce } },
    [attempt],
  );
const waitsFor = (code: string) => ({ kind: 'undecided', reason: { code } });
const fails = (proxy?: RpcProxy) => proxy?.act(() => 'drop_request');
const newest = async () => BigInt(await local.rpc<string>('eth_blockNumber'));
/** An endpoint that shows the nonce but knows no transactions. */
function deny(proxy?: RpcProxy): void {
  proxy?.lie('eth_getTransactionReceipt', () => null);
  proxy?.lie('eth_getTransactionByHash', () => null);
}

describe('the absence of an attempt', () => {
  it('is proven by two endpoints that show the same anchor', async () => {
    const proof = await prove(2, unknown);
    expect(proof).toMatchObject({ kind: 'used_by_stranger' });
    if (proof.kind !== 'used_by_stranger') return;
    expect(proof.evidence.endpoints).toEqual([hostName(0), hostName(1)]);
    expect(proof.evidence.anchor.number).toBe((await newest()) - BigInt(local.chain.proofDepth));
  });

  it('is not proven by one, however long the other is down, but by two of three', async () => {
    fails(proxies[1]);
    expect(await prove(2, unknown)).toMatchObject(waitsFor('WITNESS_MISSING'));
    expect(await prove(3, unknown)).toMatchObject({ kind: 'used_by_stranger' });
  });

  it('is not proven by two ports of one host, before its margin', async () => {
    const { stranger, chain } = local;
    const nonce = BigInt(
      await local.rpc<string>('eth_getTransactionCount', [stranger.address, 'latest']),
    );
    await local.send({ to: receiver, value: 1n });
    await local.mine(chain.proofDepth);
    const ports = proxies.slice(0, 2).map(({ url }) => url);
    const ask = (...rpcUrls: string[]) =>
      createEvmAdapter({ chain, rpcUrls }).prove(
        { account: stranger.address, terms: { kind: 'nonce', nonce } },
        [unknown],
      );
    expect(await ask(...ports)).toEqual(undecided);
    const [first = '', second = ''] = ports;
    expect(await ask(first, second.replace('127.0.0.1', 'localhost'))).toMatchObject({
      kind: 'used_by_stranger',
    });
    await local.mine(Math.ceil(chain.proofDepth / 2));
    expect(await ask(...ports)).toMatchObject({ kind: 'used_by_stranger' });
  });

  it('is proven at the block that is final for both, if one is some blocks behind', async () => {
    const depth = BigInt(local.chain.proofDepth);
    const stood = (await newest()) - 1n;
    proxies[1]?.standStillAt(stood);
    expect(await prove(2, unknown)).toMatchObject({
      kind: 'used_by_stranger',
      evidence: { anchor: { number: stood - depth }, endpoints: [hostName(0), hostName(1)] },
    });
  });

  it('is not proven at a block that is not final for the one behind', async () => {
    const nonce = BigInt(
      await local.rpc<string>('eth_getTransactionCount', [local.stranger.address, 'latest']),
    );
    await local.send({ to: receiver, value: 1n });
    proxies[1]?.standStillAt(await newest());
    await local.mine(local.chain.proofDepth);
    expect(await prove(2, unknown, nonce)).toEqual(undecided);
    proxies[1]?.standStillAt(undefined);
    expect(await prove(2, unknown, nonce)).toMatchObject({ kind: 'used_by_stranger' });
  });

  it('is not proven with one whose anchor is another block', async () => {
    proxies[1]?.lie('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'latest' ? block : { ...(block as object), hash: `0x${'ab'.repeat(32)}` },
    );
    expect(await prove(2, unknown)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });

  it('is refuted by another that has the receipt', async () => {
    deny(proxies[0]);
    expect(await prove(2, landed)).toMatchObject({ kind: 'landed', txId: landed.txId });
  });

  it('is refuted by another if the first has the transaction but not its receipt', async () => {
    proxies[0]?.lie('eth_getTransactionReceipt', () => null);
    expect(await prove(1, landed)).toEqual(undecided);
    expect(await prove(2, landed)).toMatchObject({ kind: 'landed', txId: landed.txId });
  });

  it('is not proven while one of three knows the transaction', async () => {
    for (const proxy of proxies) proxy.lie('eth_getTransactionReceipt', () => null);
    for (const proxy of proxies.slice(0, 2)) deny(proxy);
    expect(await prove(2, landed)).toMatchObject({ kind: 'used_by_stranger' });
    expect(await prove(3, landed)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });

  it('is not proven for an attempt whose block is on the chain', async () => {
    const found = await createEvmAdapter({ chain: local.chain, rpcUrls: [local.url] }).observe(
      [landed],
      [],
    );
    deny(proxies[0]);
    expect(await prove(1, landed)).toMatchObject({ kind: 'used_by_stranger' });
    expect(await prove(1, { ...landed, inclusion: found.attempts.get(landed.txId)! })).toEqual(
      undecided,
    );
  });
});
