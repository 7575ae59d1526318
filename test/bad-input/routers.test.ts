import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { swapJson } from '../../src/api/swap-json.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
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
import {
  type MisbehavingRouter,
  type MisbehaviourName,
  startMisbehavingRouter,
} from '../support/misbehaving-router.ts';
import { waitFor } from '../support/wait-for.ts';

type Case = [endpoint: 'quoteBest' | 'swap', does: MisbehaviourName, code: ErrorCode];
const cases: readonly Case[] = [
  ['quoteBest', 'a page', 'ROUTER_MALFORMED'],
  ['quoteBest', 'a page that calls itself JSON', 'ROUTER_MALFORMED'],
  ['quoteBest', 'a page with an error status', 'ROUTER_UNAVAILABLE'],
  ['quoteBest', 'half an answer', 'ROUTER_MALFORMED'],
  ['quoteBest', 'ten megabytes', 'ROUTER_MALFORMED'],
  ['quoteBest', 'an error in a 200', 'ROUTER_UNAVAILABLE'],
  ['quoteBest', 'a list of errors in a 200', 'ROUTER_NO_ROUTE'],
  ['quoteBest', 'an empty answer', 'ROUTER_MALFORMED'],
  ['quoteBest', 'a cut connection', 'ROUTER_UNAVAILABLE'],
  ['quoteBest', 'silence', 'ROUTER_UNAVAILABLE'],
  ['quoteBest', 'other decimals', 'ROUTER_MALFORMED'],
  ['swap', 'half an answer', 'ROUTER_MALFORMED'],
  ['swap', 'silence', 'ROUTER_UNAVAILABLE'],
  ['swap', 'other amounts for people than for machines', 'ROUTER_MALFORMED'],
];
const walletOf = (index: number): string => `wallet-${index}`;

let sandbox: Sandbox;
let router: MisbehavingRouter;
let one: TestFerryman;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  router = await startMisbehavingRouter(sandbox.endpoints.router.url);
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    routerUrl: router.url,
    policy: { retryMax: 1_000 },
    wallets: cases.map((_case, index) => walletOf(index)),
    adjust: (options) => ({ ...options, router: { ...options.router, timeoutMs: 10_000 } }),
  });
  const addresses = Object.values(one.wallets);
  await Promise.all(
    addresses.map((address) => fund(sandbox.endpoints, 'ARBITRUM', address, native, oneEther)),
  );
});
afterAll(async () => {
  await one?.close();
  await router?.close();
  await sandbox?.close();
});

describe.concurrent('a routing service', () => {
  it.each(cases.map((one, index) => [...one, index] as const))(
    'that answers %s with %s costs a swap nothing but time',
    async (endpoint, does, code, index) => {
      const { ferryman } = one;
      const address = one.wallets[walletOf(index)]!;
      const client = createPublicClient({
        transport: http(sandbox.endpoints.chains.ARBITRUM.rpcUrls[0]),
      });
      router.misbehave(address, endpoint, does);
      const { swap } = await submitJob(
        ferryman,
        coinForUsdc(sandbox.endpoints, 'ARBITRUM', { wallet: walletOf(index) }),
      );
      const seen = async () => (await ferryman.journal.findSwap(swap.id))!;
      const waiting = await waitFor(async () => {
        const view = await seen();
        expect(view.swap.reason?.code).toBe(code);
        return view;
      });
      expect(swapJson(waiting)).toMatchObject({
        fundsState: 'untouched',
        state: expect.stringMatching(/^(requested|quoted)$/),
        reason: { code, message: expect.stringMatching(/\w/), meaning: errorCodes[code].meaning },
      });
      // Nothing that it sent comes near a log or an answer.
      expect(waiting.swap.reason!.message.length).toBeLessThan(300);
      const taken = (await ferryman.journal.events(swap.id)).filter(
        ({ type }) => type === 'lease_taken',
      );
      expect(taken).toEqual([]);
      expect(await client.getTransactionCount({ address })).toBe(0);

      router.misbehave(address, endpoint);
      const { swap: ended } = await ferryman.awaitEnd(swap.id, { signal: hangSignal() });
      expect(ended).toMatchObject({ state: 'settled', fundsState: 'moved' });
      expect(await client.getTransactionCount({ address })).toBe(1);
    },
  );
});
