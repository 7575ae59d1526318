import { describe, expect, it } from 'vitest';
import { lookedUntil, planLooks, reached } from '../../../src/chains/payments/plan-looks.ts';

const placesAfter = (...afters: bigint[]) => afters.map((after) => ({ after }));

describe('whether a look ended before the newest block', () => {
  const head = { latest: 1_000n, final: 900n };
  const minutely = { blockTimeMs: 30_000 };

  it('is cut where more came than the newest few blocks, which an endpoint may name before it has them', () => {
    expect(reached(100n, 997n, head, minutely)).toEqual({ lookedUntil: 900n, isCut: true });
    expect(reached(100n, 998n, head, minutely)).toEqual({ lookedUntil: 900n });
    expect(reached(100n, 500n, head, minutely)).toEqual({ lookedUntil: 500n, isCut: true });
    // Nothing has come since it was asked for.
    expect(reached(1_000n, 1_000n, head, minutely)).toEqual({ lookedUntil: 1_000n });
  });
});

describe('planning what a look goes through', () => {
  it.each<[string, bigint[], { from: bigint; upTo: bigint; afters: bigint[] }[]]>([
    ['nothing without places', [], []],
    ['nothing for who is there', [1_000n, 1_005n], []],
    [
      'all that are near together',
      [950n, 1_000n, 900n, 999n],
      [{ from: 901n, upTo: 1_000n, afters: [950n, 900n, 999n] }],
    ],
    [
      'who is far by itself, and so far',
      [10n, 990n],
      [
        { from: 11n, upTo: 110n, afters: [10n] },
        { from: 991n, upTo: 1_000n, afters: [990n] },
      ],
    ],
    [
      'the farthest first, with whoever is near it',
      [500n, 10n, 109n, 110n],
      [{ from: 11n, upTo: 110n, afters: [10n, 109n] }],
    ],
  ])('takes %s', (_what, afters, expected) => {
    const looks = planLooks(placesAfter(...afters), 1_000n, 100n);
    expect(looks.map(({ from, upTo, places }) => ({ from, upTo, afters: places.map(({ after }) => after) }))).toEqual(
      expected,
    );
  });

  it('brings everybody to the newest block, however far behind', () => {
    let places = placesAfter(0n, 130n, 131n, 720n, 999n);
    for (let time = 0; time < 12; time += 1) {
      const looks = planLooks(places, 1_000n, 100n);
      places = places.map((place) => {
        const look = looks.find((one) => one.places.includes(place));
        return look ? { after: look.upTo } : place;
      });
    }
    expect(places).toEqual(placesAfter(1_000n, 1_000n, 1_000n, 1_000n, 1_000n));
  });
});

describe('how far a place was looked at', () => {
  it.each([
    [10n, 90n, 100n, 90n],
    [10n, 120n, 100n, 100n],
    [110n, 120n, 100n, 110n],
    [50n, 40n, 100n, 50n],
  ])('after %s, up to %s, with %s final, is %s', (after, upTo, final, expected) => {
    expect(lookedUntil(after, upTo, final)).toBe(expected);
  });
});
