import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { Policy } from '../../src/core/decide/policy.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

type RelayMode = 'include' | 'drop' | 'leak' | 'refuse' | 'disown';

const key = generatePrivateKey();
const owner = privateKeyToAccount(key);

let sandbox: Sandbox;
/** Between Ferryman and the public node. */
let node: RpcProxy;
let one: TestFerryman;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  await fund(sandbox.endpoints, 'ETH', owner.address, native, 10n * oneEther);
});
afterAll(() => sandbox?.close());

beforeEach(async () => {
  node = await startRpcProxy(sandbox.endpoints.chains.ETH.rpcUrls[0]!);
  await relayWill('include');
});
afterEach(async () => {
  await one?.close();
  await node.close();
});

async function start(policy: Partial<Policy> = {}): Promise<void> {
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    privateKeys: [key],
    policy,
    adjust: (options) => ({
      ...options,
      chains: options.chains.map((entry) =>
        entry.chain.name === 'ETH' ? { ...entry, rpcUrls: [node.url] } : entry,
      ),
    }),
  });
}

const job = (broadcast: JobRequest['broadcast'], amount: string) =>
  coinForUsdc(sandbox.endpoints, 'ETH', { amount, broadcast });

async function submit(broadcast: JobRequest['broadcast'], amount: string): Promise<SwapId> {
  const { swap } = await submitJob(one.ferryman, job(broadcast, amount));
  return swap.id;
}

const endOf = async (id: SwapId) =>
  (await one.ferryman.awaitEnd(id, { signal: hangSignal() })).swap.state;
const client = () =>
  createPublicClient({ transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]) });
const nonce = () => client().getTransactionCount({ address: owner.address });
const relayWill = (relay: RelayMode) =>
  tellSandbox(sandbox.endpoints.control.url, '/chains/ETH', { relay });
const publicSends = () => node.methods().filter((name) => name === 'eth_sendRawTransaction').length;
const sends = async (id: SwapId) =>
  (await one.ferryman.journal.events(id)).flatMap(({ type, data }) =>
    type === 'attempt_sent' ? [data] : [],
  );
const signed = async (id: SwapId) =>
  (await one.ferryman.journal.events(id)).flatMap(({ type, data }) =>
    type === 'attempt_committed' ? [{ kind: data.kind, nonce: data.nonce, txId: data.txId }] : [],
  );

async function takenByRelay(): Promise<readonly string[]> {
  const [url = ''] = sandbox.endpoints.chains.ETH.broadcastUrls;
  return ((await (await fetch(url)).json()) as { taken: string[] }).taken;
}

describe('a swap whose job says private-strict', () => {
  it('is paid through the relay, and no node gets its bytes', async () => {
    await start();
    const before = await nonce();
    const id = await submit('private-strict', '0.011');
    expect(await endOf(id)).toBe('settled');
    expect(await nonce()).toBe(before + 1);
    expect(publicSends()).toBe(0);
    const [{ txId } = { txId: undefined }] = await signed(id);
    expect(await takenByRelay()).toContain(txId);
    expect((await sends(id))[0]).toMatchObject({ outcome: 'accepted', route: 'private' });
  });
});

describe('whatever a relay does', () => {
  it('a swap of a relay that drops silently holds its nonce, resends, bumps and cancels privately, and is paid by nobody', async () => {
    await start({ bumpAfter: 500, resendAfter: 300, inclusionWithin: 2_000, inclusionBlocks: 1 });
    await relayWill('drop');
    const before = await nonce();
    const id = await submit('private-strict', '0.012');
    await until(async () => (await signed(id)).some(({ kind }) => kind === 'cancel'));
    // Accepted three times and nowhere to be seen: no reason to sign under another nonce.
    expect(new Set((await signed(id)).map((one) => one.nonce)).size).toBe(1);
    expect(publicSends()).toBe(0);
    expect(await nonce()).toBe(before);
    await relayWill('include');
    await until(async () => (await nonce()) === before + 1);
    const state = await endOf(id);
    expect(['cancelled', 'failed', 'settled', 'expired']).toContain(state);
    expect(publicSends()).toBe(0);
    expect(await nonce()).toBeLessThanOrEqual(before + 2);
    for (const sent of await sends(id)) expect(sent.route).toBe('private');
  });

  it('a swap of a relay that leaks is paid once, and Ferryman itself shows no node its bytes', async () => {
    await start();
    await relayWill('leak');
    const before = await nonce();
    const ids = [
      await submit('private-strict', '0.013'),
      await submit('private', '0.014'),
      await submit('private-strict', '0.015'),
    ];
    expect(await Promise.all(ids.map(endOf))).toEqual(['settled', 'settled', 'settled']);
    expect(await nonce()).toBe(before + 3);
    expect(publicSends()).toBe(0);
  });

  it('a relay that says "dropped" of what it includes frees no nonce', async () => {
    await start({ resendAfter: 300 });
    await relayWill('disown');
    const before = await nonce();
    const id = await submit('private-strict', '0.016');
    expect(await endOf(id)).toBe('settled');
    expect(await nonce()).toBe(before + 1);
    expect(await signed(id)).toHaveLength(1);
    expect(publicSends()).toBe(0);
  });
});

describe('a swap whose job says private', () => {
  it('goes to the nodes at once if the relay refuses it', async () => {
    await start();
    await relayWill('refuse');
    const id = await submit('private', '0.017');
    expect(await endOf(id)).toBe('settled');
    expect(publicSends()).toBeGreaterThan(0);
    expect(await signed(id)).toHaveLength(1);
  });

  it('goes to the nodes after its time if the relay drops it silently', async () => {
    await start({ privateFor: 2_000, resendAfter: 300 });
    await relayWill('drop');
    const id = await submit('private', '0.018');
    expect(await endOf(id)).toBe('settled');
    const [first] = await sends(id);
    expect(first).toMatchObject({ outcome: 'accepted', route: 'private-first' });
    expect((await sends(id)).at(-1)?.route).toBeUndefined();
    expect(await signed(id)).toHaveLength(1);
  });
});
