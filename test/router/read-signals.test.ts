import { describe, expect, it } from 'vitest';
import { readSignals } from '../../src/router/read-signals.ts';
import { swapAnswer } from '../../src/router/schemas.ts';
import { swapBody, usdc } from './fixtures.ts';

const signalsOf = (change: Record<string, unknown>) =>
  readSignals(swapAnswer.parse({ ...swapBody(), ...change }), 'fraction');

const estimate = (priceImpact: unknown) => ({
  ...(swapBody().estimate as object),
  priceImpact,
});

describe('the signals of an answer', () => {
  it('are empty if it reports nothing', () => {
    expect(signalsOf({})).toEqual({
      warnings: [],
      percentFee: '0',
      slippageBps: '50',
      flags: [],
    });
  });

  it('keep figures as they are written', () => {
    expect(signalsOf({ estimate: estimate(0.02) }).priceImpact).toBe('0.02');
    expect(signalsOf({ estimate: estimate('-35') }).priceImpact).toBe('-35');
  });

  it('state the larger slippage of estimate and echo, in either unit', () => {
    const stated = (inEstimate: unknown, inEcho: unknown, unit: 'fraction' | 'percent') => {
      const body = swapBody();
      const parsed = swapAnswer.parse({
        ...body,
        estimate: { ...(body.estimate as object), slippage: inEstimate },
        quote: { ...(body.quote as object), slippage: inEcho },
      });
      return readSignals(parsed, unit).slippageBps;
    };
    expect(stated(0.005, '0.0051', 'fraction')).toBe('51');
    expect(stated('49', 0.5, 'percent')).toBe('4900');
    expect(stated(0.5700000000000001, 0.57, 'percent')).toBe('57');
    expect(stated(0.5701, 0.57, 'percent')).toBe('58');
    expect(stated(0, undefined, 'percent')).toBe('0');
    expect(stated(null, undefined, 'percent')).toBeUndefined();
    expect(stated('much', 0.5, 'percent')).toBe('10000');
  });

  it('name each kind of warning once, and no more than sixteen', () => {
    const warnings = [{ code: 7001 }, { code: 7001, reason: 'again' }, { reason: 'no code' }];
    expect(signalsOf({ warnings }).warnings).toEqual(['7001', 'without a code']);
    const many = Array.from({ length: 100 }, (_, code) => ({ code }));
    const found = signalsOf({ warnings: many }).warnings;
    expect(found).toHaveLength(16);
    expect(found.at(-1)).toBe('too many');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['private', { private: true }, ['private']],
    ['private in another form', { private: 'yes' }, ['private']],
    ['not private', { private: false, dangerous: null }, []],
    [
      'for a request that wanted dangerous routes',
      { quote: { ...(swapBody().quote as object), showDangerousRoutes: true } },
      ['showDangerousRoutes'],
    ],
    [
      'private in a part',
      { routing: [{ provider: 'x', path: [], private: true }] },
      ['a private part'],
    ],
    [
      'with a dangerous part',
      { routing: [{ provider: 'x', path: [], dangerous: true }] },
      ['a dangerous part'],
    ],
  ])('mark a route that is %s', (_, change, flags) => {
    expect(signalsOf(change).flags).toEqual(flags);
  });

  it('show the ends of a route of several parts', () => {
    const token = (address: string) => ({ address, decimals: 6, blockchain: 'ETH', symbol: 'X' });
    const routing = [
      { provider: 'a', path: [token(usdc), token('0xaa')] },
      { provider: 'b', path: [token('0xaa'), token('0xbb')] },
    ];
    expect(signalsOf({ routing }).path).toEqual({
      first: { chain: 'ETH', token: usdc, decimals: '6' },
      last: { chain: 'ETH', token: '0xbb', decimals: '6' },
    });
  });
});
