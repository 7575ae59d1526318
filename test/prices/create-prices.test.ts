import { describe, expect, it } from 'vitest';
import type { HttpCall, HttpResponse } from '../../src/ports/http.ts';
import type { PricedToken } from '../../src/ports/prices.ts';
import { createPrices } from '../../src/prices/create-prices.ts';

const usdc: PricedToken = {
  family: 'evm',
  chain: 'ETH',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
};
const coin: PricedToken = { family: 'other', chain: 'DOGECOIN', token: 'DOGE', symbol: 'DOGE' };

/** A price endpoint that counts, and a clock that the test moves. */
function world() {
  const told = { now: 1_000_000_000_000, status: 200, usd: 1, calls: 0 };
  const fetch: HttpCall = async () => {
    told.calls++;
    const body = Buffer.from(JSON.stringify({ usd: told.usd }));
    const stream = (async function* () {
      yield body;
    })();
    const response: HttpResponse = {
      status: told.status,
      ok: told.status === 200,
      headers: { get: () => null },
      body: Object.assign(stream, { cancel: async () => undefined }),
    };
    return response;
  };
  const json = {
    kind: 'json',
    url: 'https://prices.example/',
    pointer: '/usd',
    headers: {},
  } as const;
  const prices = createPrices({
    settings: {
      maxAgeMs: 60_000,
      tokens: [
        {
          chain: 'ETH',
          token: usdc.token.toLowerCase(),
          sources: [json, { kind: 'static', usd: '1' }],
        },
      ],
    },
    chains: new Map(),
    fetch,
    clock: { now: () => told.now },
  });
  const first = async () => (await prices.read([usdc])).tokens[0]?.readings[0];
  return { told, prices, first };
}

describe('prices', () => {
  it('are read when they are asked for, once for concurrent callers', async () => {
    const { told, prices } = world();
    expect(told.calls).toBe(0);
    const [one, other] = await Promise.all([prices.read([usdc]), prices.read([usdc])]);
    expect(one).toEqual(other);
    expect(one).toEqual({
      at: told.now,
      tokens: [
        {
          chain: 'ETH',
          token: usdc.token,
          readings: [
            { source: 'json prices.example', usdE18: 10n ** 18n, at: told.now, maxAge: 60_000 },
            { source: 'static', usdE18: 10n ** 18n, maxAge: 60_000 },
          ],
        },
      ],
    });
    expect(told.calls).toBe(1);
  });

  it('are read again once they are half as old as they may be', async () => {
    const { told, first } = world();
    await first();
    told.now += 29_999;
    await first();
    expect(told.calls).toBe(1);
    told.now += 1;
    told.usd = 2;
    expect(await first()).toMatchObject({ usdE18: 2n * 10n ** 18n, at: told.now });
    expect(told.calls).toBe(2);
  });

  it('outlast a failure of their source until they are too old', async () => {
    const { told, first } = world();
    const before = await first();
    told.now += 40_000;
    told.status = 500;
    expect(await first()).toEqual(before);
    told.now += 20_000;
    expect(await first()).toMatchObject({ fault: 'the endpoint answered HTTP 500' });
    const { calls } = told;
    // A source that fails is not asked for every swap.
    await first();
    expect(told.calls).toBe(calls);
    told.now += 2_000;
    told.status = 200;
    expect(await first()).toMatchObject({ usdE18: 10n ** 18n });
  });

  it('of tokens without sources are not read', async () => {
    const { told, prices } = world();
    expect((await prices.read([coin, { ...usdc, chain: 'POLYGON' }])).tokens).toEqual([]);
    expect(told.calls).toBe(0);
  });
});
