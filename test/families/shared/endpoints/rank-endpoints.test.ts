import { describe, expect, it } from 'vitest';
import {
  backoffAfter,
  type EndpointFacts,
  isBehind,
  lagOf,
  rankEndpoints,
} from '../../../../src/families/shared/endpoints/rank-endpoints.ts';

const now = 1_000_000;
const slow = 12_000;
const fast = 250;

/**
 * An endpoint that returned a block of the given age. By default the block is so old that the
 * endpoint might be behind.
 */
const facts = (
  known: Partial<EndpointFacts> & { latest?: bigint; ago?: number; age?: number },
): EndpointFacts => {
  const { latest, ago = 0, age = 60_000, ...others } = known;
  const told = { failures: 0, backoffUntil: 0, ...others };
  return latest === undefined ? told : { ...told, head: { latest, at: now - ago, age } };
};
const endpoints = (...all: EndpointFacts[]) =>
  all.map((one, index) => ({ name: 'abcd'[index], facts: one }));
const order = (all: ReturnType<typeof endpoints>, blockTimeMs = slow) =>
  rankEndpoints(all, now, blockTimeMs)
    .map(({ name }) => name)
    .join('');

describe('the lag of an endpoint', () => {
  const lag = (one: EndpointFacts, others: EndpointFacts[], blockTimeMs = slow) =>
    lagOf(one, [one, ...others], now, blockTimeMs);

  it.each<[string, EndpointFacts, EndpointFacts[], bigint]>([
    [
      'is the distance to the best',
      facts({ latest: 90n }),
      [facts({ latest: 100n }), facts({ latest: 95n })],
      10n,
    ],
    ['is zero for the best', facts({ latest: 100n }), [facts({ latest: 90n })], 0n],
    ['is zero if no other head is known', facts({ latest: 1n }), [facts({})], 0n],
    ['is zero for an endpoint without a head', facts({}), [facts({ latest: 100n })], 0n],
    [
      'forgives the blocks since it was asked',
      facts({ latest: 90n, ago: 10 * slow }),
      [facts({ latest: 100n })],
      0n,
    ],
    [
      'is not counted from one that fails',
      facts({ latest: 90n }),
      [facts({ latest: 100n, failures: 1 })],
      0n,
    ],
  ])('%s', (_what, one, others, expected) => {
    expect(lag(one, others)).toBe(expected);
  });

  it.each([
    ['a slow chain', slow, 2n],
    ['a fast chain', fast, 24n],
  ])('may be some seconds, and at least two blocks, on %s', (_what, blockTimeMs, most) => {
    const behindBy = (blocks: bigint) => {
      const [one, best] = [facts({ latest: 100n }), facts({ latest: 100n + blocks })];
      return isBehind(one, [one, best], now, blockTimeMs);
    };
    expect([behindBy(most), behindBy(most + 1n)]).toEqual([false, true]);
  });

  it('does not count if its newest block is fresh: another endpoint may invent a height', () => {
    const others = [facts({ latest: 10n ** 9n })];
    const isLate = (age: number) => {
      const one = facts({ latest: 100n, age });
      return isBehind(one, [one, ...others], now, slow);
    };
    expect([isLate(-1_000), isLate(2 * slow), isLate(2 * slow + 1)]).toEqual([false, false, true]);
  });
});

describe('the order of endpoints', () => {
  it.each<[string, EndpointFacts[], string]>([
    ['is the configured one without facts', [facts({}), facts({}), facts({})], 'abc'],
    [
      'is the configured one among those that keep up',
      [facts({ latest: 98n }), facts({ latest: 100n })],
      'ab',
    ],
    [
      'puts those that are behind later',
      [facts({ latest: 90n }), facts({ latest: 100n }), facts({})],
      'bca',
    ],
    [
      'puts those that rest last',
      [facts({ failures: 1, backoffUntil: now + 1 }), facts({ latest: 1n }), facts({})],
      'bca',
    ],
    [
      'has the one first whose rest is over first',
      [
        facts({ failures: 3, backoffUntil: now + 9 }),
        facts({ failures: 1, backoffUntil: now + 2 }),
      ],
      'ba',
    ],
    [
      'tries one again whose rest is over',
      [facts({ failures: 4, backoffUntil: now }), facts({ latest: 5n })],
      'ab',
    ],
  ])('%s', (_what, all, expected) => {
    expect(order(endpoints(...all))).toBe(expected);
  });
});

describe('the rest after a failure', () => {
  it('doubles from a second to a minute', () => {
    expect([1, 2, 3, 6, 7, 50].map((failures) => backoffAfter(failures))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('is at least what the endpoint asks for, up to a minute', () => {
    expect([backoffAfter(1, 5_000), backoffAfter(5, 5_000), backoffAfter(1, 3_600_000)]).toEqual([
      5_000, 16_000, 60_000,
    ]);
  });
});
