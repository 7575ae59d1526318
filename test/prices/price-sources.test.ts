import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, numberToHex, pad } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvmAdapter } from '../../src/families/evm/adapter/create-evm-adapter.ts';
import { createPublicHttp } from '../../src/http/create-public-http.ts';
import type { PricedToken, PriceReading, PriceSourceSettings } from '../../src/ports/prices.ts';
import { createPrices } from '../../src/prices/create-prices.ts';
import { type LocalChain, startLocalChain } from '../families/evm/adapter/local-chain.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { asHosts } from '../families/evm/adapter/several-hosts.ts';
import {
  type Answer,
  type AnsweringServer,
  json,
  startAnsweringServer,
  text,
} from '../support/answering-server.ts';
import { aggregator } from '../support/chainlink-feed.ts';

const token: PricedToken = {
  family: 'evm',
  chain: 'ETH',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
};
const now = Date.UTC(2026, 0, 1);
const e18 = 10n ** 18n;
const http = createPublicHttp();
afterAll(() => http.close());

/** What one source says, through the whole port. */
async function readingOf(
  source: PriceSourceSettings,
  chains: Parameters<typeof createPrices>[0]['chains'] = new Map(),
): Promise<PriceReading | undefined> {
  const settings = { maxAgeMs: 60_000, tokens: [{ ...token, sources: [source] }] };
  const prices = createPrices({ settings, chains, fetch: http, clock: { now: () => now } });
  return (await prices.read([token])).tokens[0]?.readings[0];
}

describe('a JSON endpoint', () => {
  let server: AnsweringServer;
  let answer: Answer;
  const source = (change: object = {}): PriceSourceSettings => ({
    kind: 'json',
    url: `${server.url}/v1/{chain}/{symbol}?contract={token}`,
    pointer: '/data/0/usd',
    headers: {},
    ...change,
  });

  beforeAll(async () => {
    server = await startAnsweringServer((request, response) => answer(request, response));
  });
  afterAll(() => server.close());

  it('is asked for the token with the headers of the policy, and read at its pointer', async () => {
    answer = json({ data: [{ usd: 0.9998 }] });
    const headers = { 'x-key': 'k' };
    expect(await readingOf(source({ headers }))).toEqual({
      source: `json ${new URL(server.url).host}`,
      usdE18: (9_998n * e18) / 10_000n,
      at: now,
      maxAge: 60_000,
    });
    expect(server.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: `/v1/ETH/USDC?contract=${token.token}`,
      headers: { 'x-key': 'k' },
    });
  });

  it.each<[unknown, number]>([
    [1_767_225_600, 1_767_225_600_000],
    ['1767225600', 1_767_225_600_000],
    [1_767_225_600_123, 1_767_225_600_123],
    ['2026-01-01T00:00:00Z', 1_767_225_600_000],
  ])('tells the age of its price by %j', async (at, expected) => {
    answer = json({ data: [{ usd: '1', at }] });
    const reading = await readingOf(source({ timePointer: '/data/0/at' }));
    expect(reading).toMatchObject({ usdE18: e18, at: expected });
  });

  it.each<[string, () => Answer, RegExp]>([
    ['an error status', () => json({ data: [{ usd: 1 }] }, 500), /HTTP 500/],
    ['a redirect', () => text('', { location: `${server.url}/elsewhere` }, 302), /HTTP 302/],
    ['no price there', () => json({ data: [] }), /no price at \/data\/0\/usd/],
    ['a price of another form', () => json({ data: [{ usd: '1,000' }] }), /no price/],
    ['a price of zero', () => json({ data: [{ usd: 0 }] }), /not above zero/],
    [
      'a member twice',
      () => text('{"data":[{"usd":1,"usd":9}]}', { 'content-type': 'application/json' }),
      /not plain JSON/,
    ],
    ['no JSON', () => text('<html>', { 'content-type': 'text/html' }), /not plain JSON/],
    ['too much', () => text(Buffer.alloc(300_000, ' '), {}), /more than 262144 bytes/],
  ])('gives no price with %s', async (_, make, fault) => {
    answer = make();
    expect(await readingOf(source())).toMatchObject({ fault: expect.stringMatching(fault) });
    expect(server.requests.at(-1)?.path).not.toContain('elsewhere');
  });

  it('gives no price if it does not answer, and the fault tells no URL', async () => {
    const reading = await readingOf(source({ url: 'http://127.0.0.1:1/secret' }));
    expect(reading).toEqual({
      source: 'json 127.0.0.1:1',
      fault: 'the endpoint did not answer in time',
    });
  });
});

describe('a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-prices-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has prices by token, and one time for all', async () => {
    const path = join(folder, 'prices.json');
    const usd = { [`ETH:${token.token}`]: '1.0001', dollar: '1' };
    await writeFile(path, JSON.stringify({ at: '2025-12-31T23:59:30Z', usd }));
    const reading = { source: 'file prices.json', at: now - 30_000, maxAge: 60_000 };
    expect(await readingOf({ kind: 'file', path })).toEqual({
      ...reading,
      usdE18: (10_001n * e18) / 10_000n,
    });
    expect(await readingOf({ kind: 'file', path, key: 'dollar' })).toEqual({
      ...reading,
      usdE18: e18,
    });
    expect(await readingOf({ kind: 'file', path, key: 'euro' })).toMatchObject({
      fault: 'there is no price at /usd/euro',
    });
    expect(await readingOf({ kind: 'file', path: join(folder, 'none') })).toMatchObject({
      fault: 'the file cannot be read',
    });
  });
});

describe('a Chainlink feed', () => {
  let local: LocalChain;
  let chains: Parameters<typeof createPrices>[0]['chains'];
  beforeAll(async () => {
    local = await startLocalChain();
    const adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [local.url] });
    chains = new Map([['ETH', adapter]]);
  });
  afterAll(() => local.close());

  const updatedAt = BigInt(now / 1_000 - 300);
  const feed = (address: Address): PriceSourceSettings => ({
    kind: 'chainlink',
    chain: 'ETH',
    feed: address,
    heartbeatSeconds: 3_600,
  });

  it('is read with its own decimals, and is as old as its round', async () => {
    const address = await local.install(aggregator({ answer: 99_990_000n, updatedAt }));
    expect(await readingOf(feed(address), chains)).toEqual({
      source: `chainlink ETH ${address}`,
      usdE18: (9_999n * e18) / 10_000n,
      at: now - 300_000,
      maxAge: 3_660_000,
    });
  });

  describe('of a chain with two hosts', () => {
    let proxies: RpcProxy[];
    beforeEach(async () => {
      proxies = await Promise.all([1, 2].map(() => startRpcProxy(local.url)));
      return () => Promise.all(proxies.map((proxy) => proxy.close()));
    });

    async function read(): Promise<PriceReading | undefined> {
      const address = await local.install(aggregator({ answer: 99_990_000n, updatedAt }));
      const adapter = createEvmAdapter({ chain: local.chain, ...asHosts(proxies) });
      return readingOf(feed(address), new Map([['ETH', adapter]]));
    }

    it('is what both show of one block', async () => {
      expect(await read()).toMatchObject({ usdE18: (9_999n * e18) / 10_000n });
      expect(proxies.map((proxy) => proxy.methods().includes('eth_call'))).toEqual([true, true]);
    });

    it('is none if one of them shows another one: neither node sets the floor', async () => {
      const high = pad(numberToHex(10n ** 12n), { size: 32 }).slice(2);
      const low = pad(numberToHex(99_990_000n), { size: 32 }).slice(2);
      for (const liar of proxies) {
        liar.lie('eth_call', (result) => String(result).replace(low, high));
        expect(await read()).toMatchObject({ fault: 'cannot be read (WITNESSES_DISAGREE)' });
        liar.lie('eth_call', (result) => result);
      }
    });

    it('is none while one of them is down', async () => {
      proxies[1]?.act(() => 'drop_request');
      expect(await read()).toMatchObject({ fault: 'cannot be read (WITNESS_MISSING)' });
    });

    it('is read at the block of the one that lags behind', async () => {
      const address = await local.install(aggregator({ answer: 99_990_000n, updatedAt }));
      const adapter = createEvmAdapter({ chain: local.chain, ...asHosts(proxies) });
      proxies[1]?.standStillAt(BigInt(await local.rpc<string>('eth_blockNumber')));
      await local.mine();
      expect(await readingOf(feed(address), new Map([['ETH', adapter]]))).toMatchObject({
        usdE18: (9_999n * e18) / 10_000n,
      });
    });
  });

  it.each([
    ['an answer of zero', { answer: 0n, updatedAt }, 'the price is not above zero'],
    ['a negative answer', { answer: -1n, updatedAt }, 'the price is not above zero'],
    ['a round that is not complete', { answer: 1n, updatedAt: 0n }, 'the round is not complete'],
  ])('gives no price with %s', async (_, round, fault) => {
    const address = await local.install(aggregator(round));
    expect(await readingOf(feed(address), chains)).toMatchObject({ fault });
  });

  it('gives no price if its contract is none, or its chain is not configured', async () => {
    expect(await readingOf(feed(local.stranger.address), chains)).toMatchObject({
      fault: 'cannot be read (RPC_MALFORMED)',
    });
    expect(await readingOf(feed(local.stranger.address))).toMatchObject({
      fault: 'ETH is not configured, or has no price feeds',
    });
  });
});
