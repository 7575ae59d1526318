import { describe, expect, it } from 'vitest';
import { planLooks } from '../../../../src/families/shared/payments/plan-looks.ts';

const placesAfter = (...afters: bigint[]) => afters.map((after) => ({ after }));

describe('planning what a look goes through', () => {
  it.each<[string, bigint[], { from: bigint; upTo: bigint; afters: bigint[] }[]]>([
    ['nothing without targets', [], []],
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
    expect(
      looks.map(({ from, upTo, targets }) => ({
        from,
        upTo,
        afters: targets.map(({ after }) => after),
      })),
    ).toEqual(expected);
  });

  it('brings everybody to the newest block, however far behind', () => {
    let targets = placesAfter(0n, 130n, 131n, 720n, 999n);
    for (let time = 0; time < 12; time += 1) {
      const looks = planLooks(targets, 1_000n, 100n);
      targets = targets.map((target) => {
        const look = looks.find((one) => one.targets.includes(target));
        return look ? { after: look.upTo } : target;
      });
    }
    expect(targets).toEqual(placesAfter(1_000n, 1_000n, 1_000n, 1_000n, 1_000n));
  });
});
