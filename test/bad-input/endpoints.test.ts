import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
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
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { waitFor } from '../support/wait-for.ts';

const chains: readonly EvmChainName[] = ['ETH', 'POLYGON', 'ARBITRUM'];

/**
 * What befalls the one endpoint of a chain, and how it gets well. `reason`: that of swaps, which is the
 * gate's until the endpoint has shown its network.
 */
type Fault = [
  chain: EvmChainName,
  code: ErrorCode,
  reason: ErrorCode,
  befall: () => Promise<void>,
  heal: () => void,
];

let sandbox: Sandbox;
let proxies: Record<EvmChainName, RpcProxy>;
let one: TestFerryman;
let api: TestApi;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  const started = chains.map(async (chain) => [chain, await startRpcProxy(urlOf(chain))] as const);
  proxies = Object.fromEntries(await Promise.all(started)) as Record<EvmChainName, RpcProxy>;
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    policy: { retryMax: 1_000 },
    working: false,
    adjust: (options) => ({
      ...options,
      chains: options.chains.map(({ chain }) => {
        return { chain, rpcUrls: [proxies[chain.name as EvmChainName].url], timeoutMs: 4_000 };
      }),
    }),
  });
  api = await serveTestApi(one.ferryman);
  await Promise.all(
    chains.map((chain) => fund(sandbox.endpoints, chain, one.wallets.treasury!, native, oneEther)),
  );
});
afterAll(async () => {
  await api?.close();
  await one?.close();
  await Promise.all(Object.values(proxies ?? {}).map((proxy) => proxy.close()));
  await sandbox?.close();
});

const urlOf = (chain: EvmChainName) => sandbox.endpoints.chains[chain].rpcUrls[0]!;
const nonceOn = (chain: EvmChainName) =>
  createPublicClient({ transport: http(urlOf(chain)) }).getTransactionCount({
    address: one.wallets.treasury!,
  });
const jobOn = (chain: EvmChainName): JobRequest => coinForUsdc(sandbox.endpoints, chain);
const submitOn = async (chain: EvmChainName): Promise<SwapId> =>
  (await submitJob(one.ferryman, jobOn(chain))).swap.id;
const swapOf = async (id: SwapId) => (await one.ferryman.journal.findSwap(id))!.swap;

const forward = (chain: EvmChainName) => () => proxies[chain].act(() => 'forward');

/** Before the workers start, so that the swaps meet them with their first step. */
const fromTheStart: readonly Fault[] = [
  [
    'ETH',
    'RPC_UNAVAILABLE',
    'NETWORK_UNPROVEN',
    async () => proxies.ETH.act(() => 'drop_request'),
    forward('ETH'),
  ],
  [
    'POLYGON',
    'RPC_WRONG_CHAIN',
    'NETWORK_CLOSED',
    async () => {
      // It was away for a moment, and what answers now is something else.
      proxies.POLYGON.act(() => 'drop_request');
      await one.ferryman.ready();
      proxies.POLYGON.forwardTo(urlOf('ETH'));
      proxies.POLYGON.act(() => 'forward');
    },
    () => proxies.POLYGON.forwardTo(urlOf('POLYGON')),
  ],
  [
    'ARBITRUM',
    'RPC_UNAVAILABLE',
    // It showed its network when the readiness was asked for.
    'RPC_UNAVAILABLE',
    async () => proxies.ARBITRUM.act(() => 'stall'),
    forward('ARBITRUM'),
  ],
];

/** An hour off every block's time, as an endpoint has it that stopped following its chain then. */
const anHourAgo = (answer: string): string =>
  answer.replaceAll(
    /"timestamp":"(0x[0-9a-f]+)"/g,
    (_all, time) => `"timestamp":"0x${(Number(time) - 3_600).toString(16)}"`,
  );
const isBehind: Fault = [
  'ETH',
  'RPC_BEHIND',
  'RPC_BEHIND',
  async () => proxies.ETH.act(() => ({ rewrite: anHourAgo })),
  forward('ETH'),
];

const neverRead = '0x4444444444444444444444444444444444444444';
const notThere = { code: -32601, message: 'the method does not exist' };
const lacksMethod: Fault = [
  'POLYGON',
  'RPC_UNSUPPORTED',
  'RPC_UNSUPPORTED',
  async () =>
    proxies.POLYGON.act((questions) =>
      questions.some(({ method }) => method === 'eth_simulateV1')
        ? {
            status: 200,
            body: JSON.stringify({ jsonrpc: '2.0', id: questions[0]!.id, error: notThere }),
          }
        : 'forward',
    ),
  forward('POLYGON'),
];

/**
 * The swap waits and says why; nothing is signed; once the endpoint is well the swap goes on to its
 * end.
 */
async function waitsAndSettles(id: SwapId, [chain, , reason, , heal]: Fault): Promise<void> {
  const before = await nonceOn(chain);
  const waiting = await waitFor(async () => {
    const swap = await swapOf(id);
    expect(swap.reason?.code).toBe(reason);
    return swap;
  });
  expect(waiting).toMatchObject({
    fundsState: 'untouched',
    state: expect.stringMatching(/^(requested|quoted)$/),
  });
  expect(
    (await one.ferryman.journal.events(id)).filter(({ type }) => type === 'attempt_committed'),
  ).toEqual([]);
  expect(await nonceOn(chain)).toBe(before);
  heal();
  const { swap } = await one.ferryman.awaitEnd(id, { signal: hangSignal() });
  expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
  expect(await nonceOn(chain)).toBe(before + 1);
}

describe('an endpoint', () => {
  it('that is down, of another chain, or slow makes swaps wait, and refuses those with tokens that were never read', async () => {
    // Refused for its amount, but not before its tokens were read.
    for (const [chain] of fromTheStart) {
      const refused = await api.post({ ...jobOn(chain), amount: `0.${'0'.repeat(18)}1` });
      expect(refused.body).toMatchObject({ code: 'INVALID_JOB', errors: [{ pointer: '/amount' }] });
    }
    for (const [, , , befall] of fromTheStart) await befall();

    // What a chain answered a moment ago is shown for some seconds.
    const codes = Object.fromEntries(fromTheStart.map(([chain, code]) => [`chain ${chain}`, code]));
    await waitFor(async () =>
      expect(await api.get('/readyz')).toMatchObject({ status: 503, body: { codes } }),
    );
    for (const [chain, code] of fromTheStart) {
      const told = code === 'RPC_UNAVAILABLE' ? 'CHAIN_UNAVAILABLE' : code;
      const refused = await api.post({ ...jobOn(chain), to: { chain, token: neverRead } });
      expect(refused.status).toBe(told === 'CHAIN_UNAVAILABLE' ? 503 : 502);
      expect(refused.body).toMatchObject({
        code: told,
        title: errorCodes[told].meaning,
        fundsState: 'untouched',
      });
    }
    expect((await api.get('/v1/swaps')).body.swaps).toEqual([]);
    const ids = await Promise.all(fromTheStart.map(([chain]) => submitOn(chain)));

    await one.ferryman.startWorkers({ sweepInterval: 100 });
    await Promise.all(fromTheStart.map((fault, index) => waitsAndSettles(ids[index]!, fault)));
    await waitFor(async () => expect((await api.get('/readyz')).status).toBe(200));
  });

  it('that is behind its chain makes a swap wait, and says so', async () => {
    const [, code, , befall] = isBehind;
    await befall();
    await waitFor(async () =>
      expect(await api.get('/readyz')).toMatchObject({
        status: 503,
        body: { codes: { 'chain ETH': code } },
      }),
    );
    await waitsAndSettles(await submitOn('ETH'), isBehind);
  });

  it('that lacks a method makes a swap wait until there is one that has it', async () => {
    await lacksMethod[3]();
    await waitsAndSettles(await submitOn('POLYGON'), lacksMethod);
  });
});
