import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { json, startAnsweringServer } from '../support/answering-server.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { type Bend, deniedProvider, tamperingRouter } from '../support/tampering-router.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';
import { eventsOf, oneUsd, type SwapStage, swapStage } from './suite/swap-stage.ts';

const refusals: Record<Bend, string> = {
  receiver: 'GUARD_REJECTED',
  target: 'GUARD_REJECTED',
  amount: 'GUARD_REJECTED',
  echo: 'GUARD_REJECTED',
  token: 'GUARD_REJECTED',
  // Its human amount beside it says otherwise.
  minimum: 'ROUTER_MALFORMED',
  promise: 'QUOTE_BELOW_MINIMUM',
  provider: 'ROUTER_NO_ROUTE',
};
function withoutPrices(options: FerrymanOptions): FerrymanOptions {
  const { guardPolicy } = options;
  if (!guardPolicy) throw new Error('the sandbox has no policy');
  const prices = { ...guardPolicy.prices, tokens: [], unpriced: 'any' } as const;
  return { ...options, guardPolicy: { ...guardPolicy, prices } };
}

/** One wallet a test, so that they run side by side. */
const wallets = ['below', 'gas', 'failing', 'expiring', 'penniless'] as const;

/** The journal has no part in it: what the two kinds do alike is in `suite/swap-suite.ts`. */
describe.concurrent('a router that fails, lies or is slow, and a wallet that is short of something', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let shared: TestFerryman;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    shared = await startTestFerryman({ endpoints: sandbox.endpoints, wallets });
  });
  afterAll(async () => {
    await shared?.close();
    await sandbox?.close();
  });

  const addressOf = (wallet: (typeof wallets)[number]): `0x${string}` =>
    shared.wallets[wallet] ?? '0x';

  it('signs nothing for an answer below the minimum, and asks again', async () => {
    await stage.give(addressOf('below'), { native: oneEther, USDC: 100n * oneUsd });
    const { slippageBps, ...rest } = stage.job('below', 'USDC', 'ETH', 'native', '100');
    expect(slippageBps).toBe(100);
    const { swap } = await submitJob(shared.ferryman, { ...rest, minOut: '0.05' });
    await until(async () => (await eventsOf(shared, swap.id, 'quote_recorded')).length >= 3);
    const view = await shared.ferryman.journal.findSwap(swap.id);
    expect(view?.swap).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'QUOTE_BELOW_MINIMUM' },
    });
    expect(await eventsOf(shared, swap.id, 'lease_taken')).toEqual([]);
    expect(await stage.sentBy(addressOf('below'))).toBe(0);
  });

  it('sends nothing that the coins cannot carry', async () => {
    const wallet = addressOf('gas');
    await stage.give(wallet, { USDC: 100n * oneUsd, native: 1n });
    const views = await Promise.all(
      Array.from({ length: 4 }, () =>
        runJob(shared.ferryman, stage.job('gas', 'USDC', 'ETH', 'native', '10')),
      ),
    );
    for (const { swap } of views) {
      expect(swap).toMatchObject({
        state: 'failed',
        fundsState: 'untouched',
        reason: { code: 'INSUFFICIENT_GAS' },
      });
    }
    expect(
      await stage.client('ETH').getTransactionCount({ address: wallet, blockTag: 'pending' }),
    ).toBe(0);
  });

  it('approves nothing for a wallet that does not hold the amount', async () => {
    await stage.give(addressOf('penniless'), { native: oneEther });
    const { swap } = await runJob(
      shared.ferryman,
      stage.job('penniless', 'USDC', 'ETH', 'native', '10'),
    );
    expect(swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'INSUFFICIENT_BALANCE' },
    });
    expect(await stage.sentBy(addressOf('penniless'))).toBe(0);
  });

  it('asks a router once for a swap that its wallet cannot cover, and says so, whatever the router says', async () => {
    const said = {
      'no-coins': [
        { error: { code: 3004, reason: 'native balance' } },
        'INSUFFICIENT_GAS',
        { USDC: 100n * oneUsd },
      ],
      'no-tokens': [
        { error: { code: 2001, reason: 'no routes' } },
        'INSUFFICIENT_BALANCE',
        { native: oneEther },
      ],
      'no-code': [
        { statusCode: 400, message: 'not enough balance', error: 'Bad Request' },
        'INSUFFICIENT_BALANCE',
        { native: oneEther },
      ],
      covered: [
        { error: { code: 2001, reason: 'no routes' } },
        'ROUTER_NO_ROUTE',
        { native: oneEther, USDC: 100n * oneUsd },
      ],
    } as const;
    type Name = keyof typeof said;
    const names = Object.keys(said) as Name[];
    const router = await startAnsweringServer((request, response) => {
      const name = names.find((one) => request.text.includes(own.wallets[one] ?? ''));
      json(name && said[name][0], 400)(request, response);
    });
    const own = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: names,
      routerUrl: router.url,
    });
    const callsOf = (name: Name) =>
      router.requests.filter(({ text }) => text.includes(own.wallets[name] ?? '')).length;
    const submit = async (name: Name) => {
      await stage.give(own.wallets[name] ?? '0x', said[name][2]);
      return (await submitJob(own.ferryman, stage.job(name, 'USDC', 'ETH', 'native', '10'))).swap
        .id;
    };
    try {
      const covered = await submit('covered');
      for (const name of ['no-coins', 'no-tokens', 'no-code'] as const) {
        const { swap } = await own.ferryman.awaitEnd(await submit(name), { signal: hangSignal() });
        expect(swap).toMatchObject({
          state: 'failed',
          fundsState: 'untouched',
          reason: { code: said[name][1] },
        });
        expect([name, callsOf(name)]).toEqual([name, 1]);
      }
      // The one that its wallet covers waits for a route.
      await until(async () => callsOf('covered') >= 3);
      expect((await own.ferryman.journal.findSwap(covered))?.swap).toMatchObject({
        state: 'requested',
        reason: { code: 'ROUTER_NO_ROUTE' },
      });
    } finally {
      await own.close();
      await router.close();
    }
  });

  it('goes on by itself when the router fails for a while', async () => {
    await stage.give(addressOf('failing'), { native: oneEther });
    const failures = { scope: { wallet: addressOf('failing') }, failNext: 3, status: 503 };
    await tellSandbox(sandbox.endpoints.control.url, '/router', failures);
    const { swap } = await runJob(
      shared.ferryman,
      stage.job('failing', 'native', 'ETH', 'USDC', '0.1'),
    );
    expect(swap.state).toBe('settled');
    const waited = await eventsOf(shared, swap.id, 'waiting');
    expect(waited.map(({ data }) => data.code)).toContain('ROUTER_UNAVAILABLE');
  });

  it('requotes when a quote has expired while the allowance was arranged', async () => {
    await stage.give(addressOf('expiring'), { native: oneEther, USDC: 100n * oneUsd });
    const scope = { path: '/api/routes/swap', wallet: addressOf('expiring') };
    const expireNext = (failNext: number) =>
      tellSandbox(sandbox.endpoints.control.url, '/router', {
        scope,
        failNext,
        status: 400,
        code: 1004,
      });
    await expireNext(1_000);
    const { swap } = await submitJob(
      shared.ferryman,
      stage.job('expiring', 'USDC', 'ETH', 'native', '50'),
    );
    await until(async () => (await eventsOf(shared, swap.id, 'quote_recorded')).length > 1);
    await expireNext(0);
    const ended = await shared.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect(ended.swap.state).toBe('settled');
  });

  it("signs nothing that a router bent, and never settles on another swap's payout", async () => {
    const router = await tamperingRouter(sandbox.endpoints.router.url);
    const one = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['lied-to'],
      routerUrl: router.url,
      policy: { reviewAfter: 3_000, reviewAfterTimes: 0 },
      // Without a price floor, a slippage bound needs a quote.
      adjust: withoutPrices,
    });
    const wallet = one.wallets['lied-to'] ?? '0x';
    try {
      await stage.give(wallet, { native: 2n * oneEther, USDC: 500n * oneUsd });
      const { slippageBps, ...rest } = stage.job('lied-to', 'native', 'ETH', 'USDC', '0.1');
      const job = { ...rest, providers: { deny: [deniedProvider] } };
      // With a quote, and in one call.
      for (const bound of [{ slippageBps }, { minOut: '200' }]) {
        for (const bend of router.bends) {
          router.use(bend);
          const before = router.requests.length;
          const { swap } = await submitJob(one.ferryman, { ...job, ...bound });
          const reason = async () =>
            (await one.ferryman.journal.findSwap(swap.id))?.swap.reason?.code;
          // Refused for good, or asked anew for as long as the router stays bent.
          await until(async () => (await reason()) === refusals[bend]);
          const isInOneCall = router.requests.slice(before).includes('/api/routes/swapBest');
          expect([bend, isInOneCall]).toEqual([bend, 'minOut' in bound]);
          if (refusals[bend] !== 'GUARD_REJECTED') await one.ferryman.cancel(swap.id);
        }
      }
      expect(await stage.sentBy(wallet)).toBe(0);

      router.use(undefined);
      const honest = await runJob(
        one.ferryman,
        stage.job('lied-to', 'USDC', 'POLYGON', 'USDC', '100'),
      );
      expect(honest.swap.state).toBe('settled');
      // The liar takes the money, names the payout above (and one that comes meanwhile), and never
      // pays.
      const liar = {
        ...stage.job('lied-to', 'USDC', 'POLYGON', 'USDC', '100'),
        providers: { allow: ['meson'] },
      };
      const [lied, meanwhile] = await Promise.all([
        runJob(one.ferryman, liar),
        runJob(one.ferryman, stage.job('lied-to', 'USDC', 'POLYGON', 'USDC', '101')),
      ]);
      expect(lied.swap).toMatchObject({
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED' },
        legs: [],
      });
      expect(meanwhile.swap.state).toBe('settled');
      // A person ends it, by no payout of another swap either; and nothing pays it again.
      const payout = honest.swap.legs[0]?.txId ?? '';
      const words = { by: 'ada', reason: 'the provider is gone' };
      await expect(
        one.ferryman.resolve(lied.swap.id, { as: 'paid', evidence: payout, ...words }),
      ).rejects.toMatchObject({
        code: 'EVIDENCE_OF_ANOTHER_SWAP',
        message: expect.stringContaining(honest.swap.id),
      });
      const ended = await one.ferryman.resolve(lied.swap.id, { as: 'unpaid', ...words });
      expect(ended.swap).toMatchObject({ state: 'failed', fundsState: 'unknown', legs: [] });
      await expect(one.ferryman.retry(lied.swap.id)).rejects.toMatchObject({
        code: 'PAYMENT_LANDED',
      });
    } finally {
      await one.close();
      await router.close();
    }
  });
});
