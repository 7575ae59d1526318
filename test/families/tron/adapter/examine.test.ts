import { pad } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WrappedNative } from '../../../../sandbox/evm/artifacts/WrappedNative.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import type { TronChain } from '../../../../src/families/tron/formats/chain.ts';
import type { TronTransaction } from '../../../../src/families/tron/formats/transaction.ts';
import { forwarder } from '../../evm/adapter/small-contracts.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';
import { expectLacking, type Lacking, needsOf } from '../../shared/endpoints/lacking.ts';
import { type HttpProxy, startHttpProxy } from './http-proxy.ts';
import { accountOf, type LocalTronChain, startLocalTronChain } from './local-tron-chain.ts';

/** Half a day, so that the block of a day ago is two below, and has a transaction. */
const blockTimeMs = 43_200_000;
const key = generatePrivateKey();
const account = tronAddressOf(privateKeyToAccount(key).address);

type Info = Record<string, unknown>;

describe('the doctor at a full node of TRON', () => {
  let local: LocalTronChain;
  let proxy: HttpProxy;
  let chain: TronChain;
  const rewrites = new Map<string, (answer: never) => unknown>();
  beforeAll(async () => {
    local = await startLocalTronChain();
    const wrappedNative = await local.deploy(WrappedNative, ['Wrapped TRX', 'WTRX', 6]);
    chain = { ...local.chain, wrappedNative, blockTimeMs };
    await local.setBalance(account, 1_000_000_000n);
    const { allowances } = createTronAdapter({ chain, rpcUrls: [local.url] });
    for (let value = 1n; value <= 10n; value++)
      await send(allowances.approve(wrappedNative, account, value) as TronTransaction);
    proxy = await startHttpProxy(local.url);
  });
  beforeEach(() => {
    rewrites.clear();
    proxy.act(() => 'forward');
  });
  afterAll(async () => {
    await proxy?.close();
    await local?.close();
  });

  function rewrite(path: string, change: (answer: never) => unknown): void {
    rewrites.set(path, change);
    proxy.act((asked) => {
      const found = rewrites.get(asked);
      return found ? { rewrite: found as (answer: unknown) => unknown } : 'forward';
    });
  }

  /** A transaction in a block of its own. */
  async function send(transaction: TronTransaction): Promise<void> {
    const adapter = createTronAdapter({ chain: local.chain, rpcUrls: [local.url] });
    const fee = await adapter.estimateFee(account, transaction);
    const request = { account, terms: { kind: 'expiry' }, transaction, fee } as const;
    const signed = await adapter.sign(
      await adapter.prepare(request),
      testKeys(() => key),
      account,
    );
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    await local.mine();
  }

  const examine = () => createTronAdapter({ chain, rpcUrls: [proxy.url] }).examine([]);

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
    expectLacking(
      await examine(),
      { HISTORY: 'missing', FINALITY: 'missing' },
      /does not have block/,
    );
  });

  const often = (infos: Info[]): Info[] => infos.flatMap((info) => Array(100).fill(info) as Info[]);

  it('finds that the node stores no calls by contracts, once there are enough', async () => {
    rewrite('wallet/gettransactioninfobyblocknum', often);
    expectLacking(await examine(), { TRACING: 'limited' }, /no call by a contract in \d{3,} calls/);
  });

  it('sees calls by contracts', async () => {
    const to = await local.install(forwarder);
    const data = pad(accountOf(account), { size: 32 });
    await send({ family: 'tron', to, data, value: 1_000n });
    await local.mine(chain.proofDepth);
    const findings = await examine();
    expectLacking(findings, {});
    expect(findings.find(({ need }) => need === 'TRACING')?.message).toBe(
      'shows the calls by contracts',
    );
  });
});
