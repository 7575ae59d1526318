import { expect, it } from 'vitest';
import { parseDuration } from '../../../src/core/text/parse-duration.ts';

it.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['999999d', 86_399_913_600_000],
])('reads %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

it.each(['', '12', 'h', '1w', '1.5h', '-1h', ' 1h', '1h ', '1h30m', '1000000d'])(
  'refuses %j',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
