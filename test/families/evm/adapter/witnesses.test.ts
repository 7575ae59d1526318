import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { AttemptToProve, LeaseProof } from '../../../../src/ports/lease-proof.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { asHosts, hostName } from './several-hosts.ts';
import { revertingForwarder } from './small-contracts.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let local: LocalChain;
let paid: AttemptToProve;
let failed: AttemptToProve;
let proxies: [RpcProxy, RpcProxy, RpcProxy];
beforeAll(async () => {
  local = await startLocalChain();
  const reverting = await local.install(revertingForwarder);
  paid = { txId: await local.send({ to: receiver, value: 1n }), bytes: '0x' };
  failed = { txId: await local.send({ to: reverting }), bytes: '0x' };
  await local.mine(2 * local.chain.proofDepth);
});
afterAll(() => local.close());
beforeEach(async () => {
  proxies = [
    await startRpcProxy(local.url),
    await startRpcProxy(local.url),
    await startRpcProxy(local.url),
  ];
  return () => Promise.all(proxies.map((proxy) => proxy.close()));
});

const nonceOf = (attempt: AttemptToProve): bigint => (attempt.txId === failed.txId ? 1n : 0n);
const prove = (hosts: number, attempt: AttemptToProve): Promise<LeaseProof> =>
  createEvmAdapter({ chain: local.chain, ...asHosts(proxies.slice(0, hosts)) }).prove(
    { account: local.stranger.address, terms: { kind: 'nonce', nonce: nonceOf(attempt) } },
    [attempt],
  );
const waitsFor = (code: string) => ({ kind: 'undecided', reason: { code } });
const isAway = (proxy: RpcProxy) => proxy.act(() => 'drop_request');
const receiptsAsked = (proxy: RpcProxy) =>
  proxy.methods().filter((method) => method === 'eth_getTransactionReceipt').length;
/** Changes the outcome in each receipt. */
const swapsOutcome = (proxy: RpcProxy) =>
  proxy.lie('eth_getTransactionReceipt', (receipt) => {
    const told = receipt as { status: string };
    return { ...told, status: told.status === '0x1' ? '0x0' : '0x1' };
  });

describe('a failure at proof depth', () => {
  it('is proven by two hosts, and the proof has the block and the answers of each', async () => {
    const proof = await prove(2, failed);
    expect(proof).toMatchObject({ kind: 'landed', txId: failed.txId, succeeded: false });
    if (proof.kind !== 'landed') return;
    const { endpoints, answers } = proof.evidence;
    expect(endpoints).toEqual([hostName(0), hostName(1)]);
    const question = `receipt ${failed.txId}`;
    expect(answers[question]).toContain('status 0');
    expect(answers[`${hostName(1)} ${question}`]).toBe(answers[question]);
  });

  it.each([0, 1])(
    'is not believed of host %d alone, where the other shows that it paid',
    async (liar) => {
      swapsOutcome(proxies[liar]!);
      // A success of the first host counts: nothing is signed because of it.
      const expected =
        liar === 0 ? waitsFor('WITNESSES_DISAGREE') : { kind: 'landed', succeeded: true };
      expect(await prove(2, paid)).toMatchObject(expected);
    },
  );

  it.each([0, 1])(
    'waits where host %d is away, and says so; two of three are enough',
    async (away) => {
      isAway(proxies[away]!);
      const told = await prove(2, failed);
      expect(told).toMatchObject(waitsFor('WITNESS_MISSING'));
      if (told.kind === 'undecided')
        expect(told.reason?.message).toContain(`${hostName(away)} does not answer`);
      expect(await prove(3, failed)).toMatchObject({ kind: 'landed', succeeded: false });
    },
  );

  it('waits if one of three contradicts', async () => {
    swapsOutcome(proxies[2]);
    expect(await prove(3, failed)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });

  it('is not proven if the other host does not know the transaction', async () => {
    proxies[1].lie('eth_getTransactionReceipt', () => null);
    proxies[1].lie('eth_getTransactionByHash', () => null);
    expect(await prove(2, failed)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });

  it('is not proven if the nonce is unused on the other host', async () => {
    proxies[1].lie('eth_getTransactionCount', () => '0x0');
    expect(await prove(2, failed)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });

  it('is proven at once if only one host is configured', async () => {
    expect(await prove(1, failed)).toMatchObject({
      kind: 'landed',
      succeeded: false,
      evidence: { endpoints: [hostName(0)] },
    });
  });
});

describe('a success', () => {
  it('needs no second host if nothing is signed because of it', async () => {
    expect(await prove(2, paid)).toMatchObject({
      kind: 'landed',
      evidence: { endpoints: [hostName(0)] },
    });
    // Only its head is read now and then.
    expect(receiptsAsked(proxies[1])).toBe(0);
  });

  it('needs two hosts if it frees money: a landed cancel, or a refund', async () => {
    const cancel = { ...paid, freesMoney: true };
    expect(await prove(2, cancel)).toMatchObject({
      kind: 'landed',
      evidence: { endpoints: [hostName(0), hostName(1)] },
    });
    swapsOutcome(proxies[1]);
    expect(await prove(2, cancel)).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
    isAway(proxies[1]);
    expect(await prove(2, cancel)).toMatchObject(waitsFor('WITNESS_MISSING'));
  });
});

describe('that an external transaction used a nonce', () => {
  it('is not proven by a host with too high a nonce', async () => {
    const { stranger } = local;
    const nonce = BigInt(
      await local.rpc<string>('eth_getTransactionCount', [stranger.address, 'latest']),
    );
    proxies[0].lie('eth_getTransactionCount', () => '0xff');
    const adapter = createEvmAdapter({ chain: local.chain, ...asHosts(proxies.slice(0, 2)) });
    const lease = { account: stranger.address, terms: { kind: 'nonce', nonce } as const };
    const never = { txId: `0x${'11'.repeat(32)}`, bytes: '0x' };
    expect(await adapter.prove(lease, [never])).toMatchObject(waitsFor('WITNESSES_DISAGREE'));
  });
});

describe('a proof that needs two hosts', () => {
  it('asks each of them once if both have the same final block', async () => {
    await prove(2, failed);
    expect(proxies.map(receiptsAsked)).toEqual([1, 1, 0]);
  });
});
