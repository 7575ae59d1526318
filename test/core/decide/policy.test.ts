import { describe, expect, it } from 'vitest';
import {
  inclusionWithin,
  defaultPolicy as policy,
  retryDelay,
} from '../../../src/core/decide/policy.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';

const delay = (id: string, consecutiveFailures: number) =>
  retryDelay(policy, { id: id as SwapId, consecutiveFailures });

describe('the pause after failures', () => {
  it('doubles up to its bound, and is at most a fifth shorter', () => {
    for (let failures = 0; failures < 100; failures++) {
      const whole = Math.min(policy.retryMax, policy.retryBase * 2 ** Math.min(failures, 20));
      expect(delay('a', failures)).toBeLessThanOrEqual(whole);
      expect(delay('a', failures)).toBeGreaterThanOrEqual(0.8 * whole);
    }
  });

  it('is the same each time it is asked for, and another for other swaps', () => {
    expect(delay('a', 3)).toBe(delay('a', 3));
    const delays = Array.from({ length: 100 }, (_, index) => delay(`swap-${index}`, 5));
    const whole = policy.retryBase * 2 ** 5;
    for (const share of [0.8, 0.85, 0.9, 0.95]) {
      const between = delays.filter((one) => one >= share * whole && one < (share + 0.05) * whole);
      expect(between.length).toBeGreaterThan(10);
    }
  });
});

describe('the time that a payment has to be included', () => {
  it('is long enough for some blocks, however rare they are', () => {
    const minute = 60_000;
    expect(inclusionWithin(policy, { blockTimeMs: 12_000 })).toBe(10 * minute);
    expect(inclusionWithin(policy, { blockTimeMs: 10 * minute })).toBe(120 * minute);
  });
});
