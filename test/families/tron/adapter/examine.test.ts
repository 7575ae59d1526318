import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { WrappedNative } from '../../../../sandbox/evm/artifacts/WrappedNative.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import type { TronChain } from '../../../../src/families/tron/formats/chain.ts';
import { expectLacking, type Lacking, needsOf } from '../../shared/endpoints/lacking.ts';
import { type HttpProxy, startHttpProxy } from './http-proxy.ts';
import { type LocalTronChain, startLocalTronChain } from './local-tron-chain.ts';

/** Two blocks, so that the block of a day ago is not the first one. */
const blockTimeMs = 43_200_000;
const account = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

type Info = Record<string, unknown>;

describe('the doctor at a full node of TRON', () => {
  let local: LocalTronChain;
  let proxy: HttpProxy;
  let chain: TronChain;
  beforeAll(async () => {
    local = await startLocalTronChain({ blockTimeMs });
    const wrappedNative = await local.deploy(WrappedNative, ['Wrapped TRX', 'WTRX', 6]);
    chain = { ...local.chain, wrappedNative };
    const token = await local.deploy(StandardToken, ['Tether', 'USDT', 6]);
    for (let block = 0; block < 10; block++) await local.mint(token, account, 1_000_000n);
    proxy = await startHttpProxy(local.url);
  });
  beforeEach(() => proxy.act(() => 'forward'));
  afterAll(async () => {
    await proxy?.close();
    await local?.close();
  });

  const rewrites = new Map<string, (answer: never) => unknown>();
  beforeEach(() => rewrites.clear());
  function rewrite(path: string, change: (answer: never) => unknown): void {
    rewrites.set(path, change);
    proxy.act((asked) => {
      const found = rewrites.get(asked);
      return found ? { rewrite: found as (answer: unknown) => unknown } : 'forward';
    });
  }

  const examine = (changed: Partial<TronChain> = {}) =>
    createTronAdapter({ chain: { ...chain, ...changed }, rpcUrls: [proxy.url] }).examine([]);

  it('finds all that Ferryman needs', async () => {
    const findings = await examine();
    expectLacking(findings, {});
    expect(needsOf(findings)).toEqual([
      'HEAD',
      'SIMULATION',
      'TRACING',
      'HISTORY',
      'FINALITY',
      'FEES',
      'RATE',
    ]);
  });

  it('finds all on a chain whose wrapped coin is not known', async () => {
    const { wrappedNative: _, ...others } = chain;
    const findings = await createTronAdapter({ chain: others, rpcUrls: [proxy.url] }).examine([]);
    expectLacking(findings, {});
  });

  it.each<[string, Lacking]>([
    ['wallet/triggerconstantcontract', { SIMULATION: 'missing', FEES: 'missing' }],
    ['wallet/getcontractinfo', { SIMULATION: 'missing' }],
    [
      'wallet/gettransactioninfobyblocknum',
      { TRACING: 'limited', HISTORY: 'missing', FINALITY: 'missing' },
    ],
    ['wallet/gettransactionbyid', { FINALITY: 'missing' }],
    ['walletsolidity/gettransactionbyid', { FINALITY: 'missing' }],
    ['walletsolidity/gettransactioninfobyid', { FINALITY: 'missing' }],
    ['wallet/getchainparameters', { FEES: 'missing' }],
    ['wallet/getaccountresource', { FEES: 'missing' }],
    ['wallet/getaccount', { FEES: 'missing' }],
  ])('names %s if the node refuses it', async (refused, lacking) => {
    const body = JSON.stringify({ Error: 'this API is closed due to the node type' });
    proxy.act((path) => (path === refused ? { status: 200, body } : 'forward'));
    expectLacking(await examine(), lacking, new RegExp(refused));
  });

  it('tries nothing else on a node without the solidified chain', async () => {
    proxy.act((path) =>
      path === 'walletsolidity/getblock' ? { status: 404, body: '{}' } : 'forward',
    );
    const findings = await examine();
    expectLacking(findings, { HEAD: 'missing' }, /walletsolidity\/getblock/);
    expect(needsOf(findings)).toEqual(['HEAD']);
  });

  it('finds that simulated calls come without their logs', async () => {
    rewrite('wallet/triggerconstantcontract', (answer: Info) => ({ ...answer, logs: [] }));
    expectLacking(await examine(), { SIMULATION: 'missing' }, /the logs of simulated calls/);
  });

  it('finds that simulated calls come without their energy', async () => {
    rewrite('wallet/triggerconstantcontract', (answer: Info) => ({ ...answer, energy_used: 0 }));
    expectLacking(await examine(), { FEES: 'missing' }, /the energy of simulated calls/);
  });

  it('finds that a price is not shown', async () => {
    rewrite('wallet/getchainparameters', ({ chainParameter }: { chainParameter: Info[] }) => ({
      chainParameter: chainParameter.filter(({ key }) => key !== 'getTransactionFee'),
    }));
    expectLacking(await examine(), { FEES: 'missing' }, /getTransactionFee/);
  });

  it('finds that the node stores no outcomes', async () => {
    rewrite('wallet/gettransactioninfobyblocknum', () => []);
    rewrite('walletsolidity/gettransactioninfobyid', () => ({}));
    expectLacking(
      await examine(),
      { HISTORY: 'missing', FINALITY: 'missing' },
      /does not (have all outcomes|find)/,
    );
  });

  it('finds that the node does not have the blocks of a day ago', async () => {
    proxy.act((path, { detail }) =>
      path === 'wallet/getblock' && detail === true ? { rewrite: () => ({}) } : 'forward',
    );
    expectLacking(await examine(), { HISTORY: 'missing', FINALITY: 'missing' }, /does not have block/);
  });

  const often = (infos: Info[]): Info[] => infos.flatMap((info) => Array(100).fill(info) as Info[]);

  it('finds that the node stores no calls by contracts, once there are enough', async () => {
    rewrite('wallet/gettransactioninfobyblocknum', often);
    expectLacking(await examine(), { TRACING: 'limited' }, /no call by a contract in \d{3,} calls/);
  });

  it('sees calls by contracts', async () => {
    const calling = { caller_address: `41${'1'.repeat(40)}`, callValueInfo: [] };
    rewrite('wallet/gettransactioninfobyblocknum', (infos: Info[]) =>
      often(infos).map((info) => ({ ...info, internal_transactions: [calling] })),
    );
    const findings = await examine();
    expectLacking(findings, {});
    expect(findings.find(({ need }) => need === 'TRACING')?.message).toBe(
      'shows the calls by contracts',
    );
  });

});
