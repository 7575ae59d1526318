import { describe, expect, it } from 'vitest';
import { planScans } from '../../../../src/families/shared/payments/plan-scans.ts';

const targetsAfter = (...afters: bigint[]) => afters.map((after) => ({ after }));

describe('planning scans', () => {
  it.each<[string, bigint[], { from: bigint; upTo: bigint; afters: bigint[] }[]]>([
    ['nothing without targets', [], []],
    ['nothing for targets at the newest block', [1_000n, 1_005n], []],
    [
      'all near targets together',
      [950n, 1_000n, 900n, 999n],
      [{ from: 901n, upTo: 1_000n, afters: [950n, 900n, 999n] }],
    ],
    [
      'a far target by itself, up to the limit',
      [10n, 990n],
      [
        { from: 11n, upTo: 110n, afters: [10n] },
        { from: 991n, upTo: 1_000n, afters: [990n] },
      ],
    ],
    [
      'the farthest target first, with those near it',
      [500n, 10n, 109n, 110n],
      [{ from: 11n, upTo: 110n, afters: [10n, 109n] }],
    ],
  ])('takes %s', (_what, afters, expected) => {
    const scans = planScans(targetsAfter(...afters), 1_000n, 100n);
    expect(
      scans.map(({ from, upTo, targets }) => ({
        from,
        upTo,
        afters: targets.map(({ after }) => after),
      })),
    ).toEqual(expected);
  });

  it('brings every target to the newest block, however far behind', () => {
    let targets = targetsAfter(0n, 130n, 131n, 720n, 999n);
    for (let time = 0; time < 12; time += 1) {
      const scans = planScans(targets, 1_000n, 100n);
      targets = targets.map((target) => {
        const scan = scans.find((one) => one.targets.includes(target));
        return scan ? { after: scan.upTo } : target;
      });
    }
    expect(targets).toEqual(targetsAfter(1_000n, 1_000n, 1_000n, 1_000n, 1_000n));
  });
});
