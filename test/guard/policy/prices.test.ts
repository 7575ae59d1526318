import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readGuardPolicy } from '../../../src/guard/policy/read-guard-policy.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const read = (file: object) => readGuardPolicy({ version: 1, ...file });
const tokenWith = (source: object) =>
  read({ prices: { tokens: [{ chain: 'ETH', token: usdc, sources: [source] }] } });
const json = { kind: 'json', url: 'https://prices.example/{symbol}', pointer: '/price' };

describe('the prices of a policy', () => {
  it('have safe defaults', () => {
    expect(read({})).toMatchObject({
      policy: {
        prices: {
          maxAgeMs: 60_000,
          disagreementBps: 200,
          majorToleranceBps: 100,
          otherToleranceBps: 300,
          tokens: [],
          unpriced: [],
        },
        limits: { priceImpactBps: 300, percentFeeBps: 100, fixedFeeUsdE18: 25n * 10n ** 18n },
      },
    });
  });

  it.each([
    { kind: 'static', usd: '2500.5' },
    { kind: 'file', path: '/etc/ferryman/prices.json' },
    { kind: 'chainlink', chain: 'ETH', feed: usdc, heartbeatSeconds: 3_600 },
    json,
    { ...json, url: 'http://127.0.0.1:8080/price', timePointer: '/at', headers: { 'x-key': 'k' } },
  ])('may come from a source of kind $kind', (source) => {
    expect(tokenWith(source).ok).toBe(true);
  });

  it.each<[string, object]>([
    ['a price that is no decimal', { kind: 'static', usd: '1e3' }],
    ['a price of zero', { kind: 'static', usd: '0.0' }],
    ['no heartbeat', { kind: 'chainlink', chain: 'ETH', feed: usdc }],
    [
      'a feed that is no address',
      { kind: 'chainlink', chain: 'ETH', feed: '0x1', heartbeatSeconds: 1 },
    ],
    ['a URL without TLS', { ...json, url: 'http://prices.example/x' }],
    ['a URL with a password', { ...json, url: 'https://a:b@prices.example/x' }],
    ['a pointer that is none', { ...json, pointer: 'price' }],
    ['a member that is not known', { ...json, method: 'POST' }],
    ['another kind', { kind: 'oracle' }],
  ])('may not have %s', (_, source) => {
    const policy = tokenWith(source);
    expect(policy.ok).toBe(false);
    if (!policy.ok) expect(policy.faults[0]?.pointer).toMatch(/^\/prices\/tokens\/0\/sources\/0/);
  });

  it('are for tokens that exist in form', () => {
    const sources = [{ kind: 'static', usd: '1' }];
    const tokens = [
      { chain: 'ETH', token: '0x1', sources },
      { chain: 'NOWHERE', token: 'native', sources },
    ];
    expect(read({ prices: { tokens, unpriced: [{ chain: 'ETH', token: 'x' }] } })).toEqual({
      ok: false,
      faults: [
        { pointer: '/prices/tokens/0', message: '0x1 is no address of ETH' },
        { pointer: '/prices/tokens/1', message: 'NOWHERE is no chain that Ferryman knows' },
        { pointer: '/prices/unpriced/0', message: 'x is no address of ETH' },
      ],
    });
  });
});

describe('the policy in docs/guard/prices.md', () => {
  it('is one', async () => {
    const page = await readFile('docs/guard/prices.md', 'utf8');
    const [, text = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    expect(readGuardPolicy(JSON.parse(text))).toMatchObject({ ok: true });
  });
});
