import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { Cap } from '../../src/core/caps/cap.ts';
import type { Readiness } from '../../src/executor/readiness.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { signerApart } from '../support/signer-apart.ts';
import { until } from '../support/until.ts';

const cap: Cap = { name: 'a day', window: 'day', bound: { unit: 'usd', usdE18: 500n * oneEther } };

const key = generatePrivateKey();
const owner = privateKeyToAccount(key);

let sandbox: Sandbox;
let proxies: RpcProxy[];
let redis: RedisServer;
beforeAll(async () => {
  [sandbox, redis] = await Promise.all([
    startSandbox({ otherChains: [], foreignIds: true }),
    startRedisServer(),
  ]);
  const [node = ''] = sandbox.endpoints.chains.ETH.rpcUrls;
  proxies = await Promise.all(['127.0.0.1', 'localhost'].map((host) => startRpcProxy(node, host)));
  await fund(sandbox.endpoints, 'ETH', owner.address, native, 10n * oneEther);
});
afterAll(async () => {
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()));
  await Promise.all([sandbox?.close(), redis?.close()]);
});

const sent = (): Promise<number> => {
  const transport = http(sandbox.endpoints.chains.ETH.rpcUrls[0]);
  return createPublicClient({ transport }).getTransactionCount(owner);
};
const networkOf = ({ networks }: Readiness, name: string) =>
  networks?.find(({ chain }) => chain === name);

/** A Ferryman that has all that a real network demands on ETH. */
function start(
  adjust: (options: FerrymanOptions) => FerrymanOptions | Promise<FerrymanOptions>,
  isServer = true,
) {
  return startTestFerryman({
    endpoints: sandbox.endpoints,
    ...(isServer ? {} : { postgres: 'pglite' }),
    wallets: ['treasury'],
    privateKeys: [key],
    adjust: (options) =>
      adjust({
        ...options,
        ...(isServer ? { redisUrl: redis.url } : {}),
        guardPolicy: { ...options.guardPolicy!, caps: [cap] },
        acceptedRisks: ['keys-beside-workers'],
        chains: options.chains.map((entry) =>
          entry.chain.name === 'ETH' ? { ...entry, rpcUrls: proxies.map(({ url }) => url) } : entry,
        ),
      }),
  });
}

describe('a network that counts as real', () => {
  let closed: TestFerryman;
  beforeAll(async () => {
    closed = await start(({ acceptedRisks: _, ...options }) => options, false);
  });
  afterAll(() => closed?.close());

  it('is closed: a swap waits and says why, nothing is asked for and nothing signed', async () => {
    const { ferryman } = closed;
    const { swap } = await submitJob(ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
    const found = async () => (await ferryman.journal.findSwap(swap.id))?.swap;
    await until(async () => (await found())?.reason?.code === 'NETWORK_CLOSED');
    expect(await found()).toMatchObject({ state: 'requested', fundsState: 'untouched' });
    expect((await found())?.reason?.message).toMatch(/SERVER_FORM.*SEPARATE_SIGNER/);
    expect(await sent()).toBe(0);
  });

  it('says in /readyz what is missing', async () => {
    const readiness = await closed.ferryman.ready();
    expect(readiness).toMatchObject({
      ok: false,
      checks: { 'network ETH': 'failing', 'chain ETH': 'ok' },
      codes: { 'network ETH': 'NETWORK_CLOSED' },
    });
    expect(networkOf(readiness, 'ETH')).toMatchObject({ kind: 'real', open: false });
    expect(networkOf(readiness, 'ETH')?.missing.map(({ condition }) => condition)).toEqual([
      'SERVER_FORM',
      'SEPARATE_SIGNER',
    ]);
  });

  it('takes a dry run to its verdict', async () => {
    const body = coinForUsdc(sandbox.endpoints, 'ETH');
    const preview = await closed.ferryman.preview({ body });
    expect(preview.steps.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['swap', 'allow'],
    ]);
    expect(preview.verdict).toBe('waits');
    expect(preview.waitsFor).toContainEqual(
      expect.objectContaining({ kind: 'stop', code: 'NETWORK_CLOSED' }),
    );
    expect(await sent()).toBe(0);
  });

  it('opens when all conditions hold, and the swap settles', async () => {
    const open = await start((options) => options);
    try {
      expect(networkOf(await open.ferryman.ready(), 'ETH')).toEqual({
        chain: 'ETH',
        kind: 'real',
        open: true,
        missing: [],
      });
      const end = await runJob(open.ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
      expect(end.swap).toMatchObject({ state: 'settled' });
      expect(await sent()).toBe(1);
    } finally {
      await open.close();
    }
  });

  it('is open to the eyes of a process that signs nothing, without asking the signer', async () => {
    const { address } = owner;
    const api = await start(async ({ acceptedRisks: _, keystorePassword: __, ...options }) => {
      await rm(join(options.dataFolder, 'keys'), { recursive: true });
      return { ...options, signer: { socket: '/nowhere/signer.sock' }, asksSigner: false };
    });
    try {
      const { ferryman } = api;
      // As the process that signs does at its start.
      await ferryman.journal.createWallet({
        ...{ name: 'treasury', family: 'evm', address, keyRef: 'treasury' },
      });
      const body = coinForUsdc(sandbox.endpoints, 'ETH');
      expect(await ferryman.preview({ body })).toMatchObject({ verdict: 'allowed', waitsFor: [] });
    } finally {
      await api.close();
    }
  });

  it('stays closed at a signer of its own whose policy has no caps, whatever the worker’s has', async () => {
    const before = await sent();
    const apart = await signerApart(({ guardPolicy, ...options }) => ({
      ...options,
      guardPolicy: { ...guardPolicy!, caps: [] },
    }));
    const one = await start(async ({ acceptedRisks: _, ...options }) => apart.adopt(options));
    try {
      const { ferryman } = one;
      // Its first answer may come before the endpoints'.
      await until(async () => networkOf(await ferryman.ready(), 'ETH')?.open === true);
      const { swap } = await submitJob(ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
      const found = async () => (await ferryman.journal.findSwap(swap.id))?.swap;
      await until(async () => (await found())?.reason?.code === 'NETWORK_CLOSED');
      expect((await found())?.reason?.message).toMatch(/signer’s own configuration.*CAPS/);
      expect(await sent()).toBe(before);
    } finally {
      await one.close();
      await apart.close();
    }
  });

  it('stays closed while no endpoint has shown it, and goes on by itself when one does', async () => {
    const before = await sent();
    for (const proxy of proxies) proxy.act(() => ({ status: 503, body: '' }));
    const unproven = await start((options) => options);
    try {
      const readiness = await unproven.ferryman.ready();
      expect(networkOf(readiness, 'ETH')).toMatchObject({ kind: 'unproven', open: false });
      expect(readiness.codes).toMatchObject({ 'network ETH': 'NETWORK_UNPROVEN' });
      for (const proxy of proxies) proxy.act(() => 'forward');
      const end = await runJob(unproven.ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
      expect(end.swap).toMatchObject({ state: 'settled' });
      expect(await sent()).toBe(before + 1);
    } finally {
      for (const proxy of proxies) proxy.act(() => 'forward');
      await unproven.close();
    }
  });

  it('stays closed if one endpoint shows another block 0 than the other', async () => {
    const before = await sent();
    const [first] = proxies;
    first?.lie('eth_getBlockByNumber', (block, [number]) =>
      number === '0x0' ? { ...(block as object), hash: `0x${'7'.repeat(64)}` } : block,
    );
    const contradicted = await start((options) => options);
    try {
      const { ferryman } = contradicted;
      const { swap } = await submitJob(ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
      await until(
        async () =>
          (await ferryman.journal.findSwap(swap.id))?.swap.reason?.code === 'NETWORK_CLOSED',
      );
      expect(networkOf(await ferryman.ready(), 'ETH')).toMatchObject({ kind: 'contradicted' });
      expect(await sent()).toBe(before);
    } finally {
      first?.lie('eth_getBlockByNumber', undefined);
      await contradicted.close();
    }
  });
});
