import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { defaultPolicy as policy } from '../../src/core/decide/policy.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { Snapshot, Swap } from '../../src/core/swap/swap.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { type AdvanceStores, advance } from '../../src/executor/advance.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { requestBestSwap } from '../../src/executor/effects/request-best-swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { BestSwapRecord } from '../../src/ports/stores/order-store.ts';
import { noOutages } from '../support/no-outages.ts';
import { aJob, aSnapshot, aSwap, noon, spender, target, usdc } from '../support/snapshot.ts';

const family: Family = 'evm';
const from = { family, chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' };
const job = aJob({ from, to: { ...from, token: usdc }, amount: 10n });
const data = {
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  minOut: 391n,
  expectedOut: 400n,
  declaredFee: 0n,
  expectedDuration: 5_000,
  spender,
  transaction: { family, to: target, data: '0x01', value: 10n },
  echo: {},
  raw: { said: 'so' },
};

interface Service {
  /** What `swapBest` fails with. */
  fails?: ErrorCode;
  /** It shows thereby that it makes no swaps in one call. */
  refuses?: boolean;
  /** It has shown that before. */
  isKnown?: boolean;
  /** How many calls are reserved, and how many more there are. */
  reserved?: number;
  free?: number;
  balance?: bigint;
  swap?: Partial<Swap>;
  /** The guard's policy has prices for both tokens. */
  hasPriceFloor?: boolean;
}

/** A swap of coins with a minimum, and every request and write for it. */
function world({
  fails,
  refuses = false,
  isKnown = false,
  reserved = 1,
  free = 9,
  balance = 99n,
  swap,
  hasPriceFloor = false,
}: Service) {
  const done: string[] = [];
  const snapshot: Snapshot = aSnapshot({ swap: aSwap({ job, version: 4, ...swap }) });
  let serves = !isKnown;
  let calls = { left: reserved, free };
  const use = (what: string) => {
    done.push(calls.left > 0 ? `${what} with a reserved call` : what);
    calls = { ...calls, left: calls.left - 1 };
  };
  const recordBestSwap = vi.fn(async (_record: BestSwapRecord) => void done.push('order recorded'));
  const wait = vi.fn(async (_request: unknown) => undefined);
  const swapBest = vi.fn(async (_job: unknown, _id: string) => {
    use('one call');
    if (fails === undefined) return data;
    serves = !refuses;
    throw new FerrymanError(fails, 'no');
  });
  const context = {
    journal: {
      lockAndRead: async () => snapshot,
      // What follows the order is not covered here.
      snapshot: async () =>
        done.includes('order recorded') || done.includes('quote recorded') ? undefined : snapshot,
      release: async () => undefined,
      recordBestSwap,
      recordQuote: async () => void done.push('quote recorded'),
      wait,
    },
    router: {
      servesSwapBest: () => serves,
      swapBest,
      quote: async () => {
        use('quote');
        return { quoteId: 'q-1' };
      },
    },
    calls: {
      async require(count: number) {
        const missing = count - Math.max(0, calls.left);
        if (missing > calls.free)
          throw new FerrymanError('ROUTER_BUDGET_SPENT', 'none left', { retryAfter: 7_000 });
        calls = { left: count, free: calls.free - missing };
      },
    },
    guard: { hasPriceFloor: () => hasPriceFloor },
    queue: { dispatch: async () => undefined },
    chains: new Map([
      [
        'ETH',
        {
          chain: {
            name: 'ETH',
            family,
            blockTimeMs: 12_000,
            nativeToken: { address: evmNativeToken, symbol: 'ETH', decimals: 18 },
          },
          head: async () => ({ latest: 70n, final: 60n }),
          balances: async () => ({ block: 1n, balances: new Map([[evmNativeToken, balance]]) }),
          inputs: { require: async () => undefined },
        },
      ],
    ]),
    walletList: { recent: async () => [] },
    policy,
    clock: { now: () => noon },
    logger: pino({ level: 'silent' }),
    outages: noOutages,
    holder: 'h-1',
    checkpoint: async () => undefined,
  } as unknown as ExecutorContext<AdvanceStores>;
  return {
    done,
    recordBestSwap,
    swapBest,
    wait,
    ask: () => requestBestSwap(context, snapshot),
    carryOn: () => advance(context, snapshot.swap.id),
  };
}

describe('route and transaction in one call', () => {
  it('are recorded in one write, under the id that the service was given', async () => {
    const { carryOn, done, recordBestSwap, swapBest } = world({});
    await carryOn();
    expect(done).toEqual(['one call with a reserved call', 'order recorded']);
    const { spender: _, ...rest } = data;
    const record = recordBestSwap.mock.calls[0]?.[0];
    expect(record).toEqual({
      swapId: 's-1',
      version: 4,
      orderId: swapBest.mock.calls[0]?.[1],
      ...rest,
      destinationAnchor: 70n,
      requestedAt: noon,
      quotedAt: noon,
      signBy: noon + policy.signWithin,
      goodUntil: noon + policy.inclusionWithin,
    });
    expect(record?.orderId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('are asked for again, with nothing written, where the answer was lost', async () => {
    const { carryOn, recordBestSwap, wait, swapBest } = world({ fails: 'ROUTER_UNAVAILABLE' });
    await carryOn();
    expect(wait.mock.calls[0]?.[0]).toMatchObject({
      version: 4,
      reason: { code: 'ROUTER_UNAVAILABLE' },
    });
    await carryOn();
    expect(recordBestSwap).not.toHaveBeenCalled();
    expect(swapBest.mock.calls[0]?.[1]).not.toBe(swapBest.mock.calls[1]?.[1]);
  });

  it('give way to a quote while that call alone may be broken', async () => {
    const swap = {
      consecutiveFailures: 1,
      reason: { code: 'ROUTER_UNAVAILABLE', message: 'away' },
    };
    const { carryOn, done } = world({ swap });
    await carryOn();
    expect(done).toEqual(['quote with a reserved call', 'quote recorded']);
  });

  it('give way to a quote, with the calls that it needs, where the service does not make them', async () => {
    const { carryOn, done } = world({ fails: 'ROUTER_PATH_NOT_FOUND', refuses: true });
    await carryOn();
    expect(done).toEqual([
      'one call with a reserved call',
      'quote with a reserved call',
      'quote recorded',
    ]);
  });

  it.each([
    [true, ['one call with a reserved call', 'order recorded']],
    [false, ['quote with a reserved call', 'quote recorded']],
  ])('serve a slippage bound only with a price floor (%s)', async (hasPriceFloor, expected) => {
    const slipping = { ...job, bound: { kind: 'slippage', slippageBps: 50 } as const };
    const { carryOn, done } = world({ swap: { job: slipping }, hasPriceFloor });
    await carryOn();
    expect(done).toEqual(expected);
  });

  it('are not asked for once that is known', async () => {
    const { carryOn, done } = world({ isKnown: true, reserved: 2 });
    await carryOn();
    expect(done).toEqual(['quote with a reserved call', 'quote recorded']);
  });

  it('end no swap: what refuses it for good is asked for a quote as well', async () => {
    const { carryOn, done } = world({ fails: 'ROUTER_REFUSED' });
    await carryOn();
    expect(done).toEqual([
      'one call with a reserved call',
      'quote with a reserved call',
      'quote recorded',
    ]);
  });

  it('are followed by no quote while there is no call for its transaction', async () => {
    const { carryOn, done, wait } = world({
      fails: 'ROUTER_PATH_NOT_FOUND',
      refuses: true,
      free: 1,
    });
    await carryOn();
    expect(done).toEqual(['one call with a reserved call']);
    const request = wait.mock.calls[0]?.[0];
    expect(request).toMatchObject({
      reason: { code: 'ROUTER_BUDGET_SPENT' },
      delay: 7_000,
      failed: true,
    });
  });

  it.each(['ROUTER_BALANCE', 'ROUTER_REFUSED'] as const)(
    'end a swap that its wallet cannot cover (%s)',
    async (fails) => {
      const short = { kind: 'insufficient', what: 'balance', available: 9n, needed: 10n };
      expect(await world({ fails, balance: 9n }).ask()).toMatchObject({
        kind: 'refused',
        refusal: short,
      });
    },
  );

  it('cost no call where the last one failed and the wallet cannot cover the swap', async () => {
    const swap = { consecutiveFailures: 1, reason: { code: 'ROUTER_NO_ROUTE', message: 'none' } };
    const { ask, done } = world({ swap, balance: 9n });
    expect(await ask()).toMatchObject({ kind: 'refused' });
    expect(done).toEqual([]);
  });

  it.each(['ROUTER_NO_ROUTE', 'ROUTER_RATE_LIMITED', 'ROUTER_BUDGET_SPENT'] as const)(
    'are not asked for in another way after %s',
    async (fails) => {
      await expect(world({ fails }).ask()).rejects.toMatchObject({ code: fails });
    },
  );
});
