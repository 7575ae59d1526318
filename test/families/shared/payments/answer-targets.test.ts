import { describe, expect, it } from 'vitest';
import {
  answerTargets,
  lastWhole,
  reached,
  scannedUntil,
} from '../../../../src/families/shared/payments/answer-targets.ts';

describe('whether a scan ended before the newest block', () => {
  const head = { latest: 1_000n, final: 900n };
  const minutely = { blockTimeMs: 30_000 };

  it('is cut if it lacks more than the newest few blocks, which an endpoint may announce before it can serve them', () => {
    expect(reached(100n, 997n, head, minutely)).toEqual({ scannedUntil: 900n, isCut: true });
    expect(reached(100n, 998n, head, minutely)).toEqual({ scannedUntil: 900n });
    expect(reached(100n, 500n, head, minutely)).toEqual({ scannedUntil: 500n, isCut: true });
    // No block has arrived since the request.
    expect(reached(1_000n, 1_000n, head, minutely)).toEqual({ scannedUntil: 1_000n });
  });
});

describe('how far a target was scanned', () => {
  it.each([
    [10n, 90n, 100n, 90n],
    [10n, 120n, 100n, 100n],
    [110n, 120n, 100n, 110n],
    [50n, 40n, 100n, 50n],
  ])('after %s, up to %s, with %s final, is %s', (after, upTo, final, expected) => {
    expect(scannedUntil(after, upTo, final)).toBe(expected);
  });
});

describe('the answer for each target', () => {
  const targets = [7n, 8n, 9n, 28n, 29n].map((after) => ({
    account: 'anyone',
    token: 'native',
    after,
  }));
  const [first, second] = targets as [(typeof targets)[0], (typeof targets)[0]];
  const through = { number: 26n, time: 26_000 };
  const seen = new Map([
    [second, { payments: [], upTo: 28n }],
    [first, { payments: [], upTo: 27n, through }],
  ]);
  const answers = answerTargets(
    targets,
    seen,
    { latest: 28n, final: 28n, time: 28_000 },
    { blockTimeMs: 12_000 },
  );

  it('comes in their order, and leaves targets without a scan where they were', () => {
    expect(answers.slice(0, 3)).toEqual([
      { payments: [], scannedUntil: 27n, through },
      { payments: [], scannedUntil: 28n },
      { payments: [], scannedUntil: 9n, isCut: true },
    ]);
  });

  it('has no payments of a target past the newest block, because the blocks between are unknown', () => {
    expect(answers.slice(3)).toEqual([
      { payments: [], scannedUntil: 28n, through: { number: 28n, time: 28_000 } },
      { payments: [], scannedUntil: 29n },
    ]);
  });
});

it('takes blocks up to the first incomplete one', () => {
  const [one, two, partial] = [{ isWhole: true }, { isWhole: true }, { isWhole: false }];
  expect(lastWhole([one, two])).toBe(two);
  expect(lastWhole([one, partial, two])).toBe(one);
  expect(lastWhole([partial, one])).toBeUndefined();
});
