import { expect, it } from 'vitest';
import { type DriftFacts, isBeyond, judgeDrift } from '../../../src/core/books/judge-drift.ts';
import { families, formatsOf } from '../../../src/core/swap/chains.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;

function facts(given: Partial<DriftFacts>): DriftFacts {
  return {
    ...{ wallet: 'main', family: 'evm', chain: 'ETH', token: '0x0', symbol: 'ETH', decimals: 18 },
    ...{ from: 0, until: dayMs, before: 1_000_000_000n, after: 1_000_000_000n, expected: 0n },
    ...given,
  };
}

it('says nothing if the books explain the change', () => {
  expect(judgeDrift(facts({}))).toBeUndefined();
  expect(judgeDrift(facts({ after: 999_999_000n, expected: -1_000n }))).toBeUndefined();
});

// What a family takes beside its fees is named in its formats; only TON takes something.
it.each(families)(
  'counts every base unit of %s beyond what its chains take of idle accounts',
  (family) => {
    const perDay = formatsOf(family).feePerDay ?? 0n;
    expect(perDay).toBe(family === 'ton' ? 1_000_000n : 0n);
    const judged = (difference: bigint, until = dayMs) =>
      judgeDrift(facts({ family, until, after: 1_000_000_000n + difference }), perDay);
    expect(judged(-perDay - 1n)).toMatchObject({ difference: -perDay - 1n, tolerance: perDay });
    expect(isBeyond(judged(-perDay - 1n)!)).toBe(true);
    if (perDay > 0n) {
      // Shown, and no alarm.
      expect(judged(-perDay)).toMatchObject({ difference: -perDay });
      expect(isBeyond(judged(-perDay)!)).toBe(false);
      expect(isBeyond(judged(-2n * perDay, 2 * dayMs)!)).toBe(false);
      expect(isBeyond(judged(-2n * perDay, dayMs)!)).toBe(true);
    }
    // No chain gives anything.
    expect(isBeyond(judged(1n)!)).toBe(true);
  },
);
