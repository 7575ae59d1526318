import { expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/core/text/retry-after.ts';

const date = 'Wed, 21 Oct 2015 07:28:00 GMT';

it.each([
  ['in seconds', { 'retry-after': '30' }, 30_000],
  [
    'at a time, by the clock of whoever says so',
    { 'retry-after': 'Wed, 21 Oct 2015 07:28:45 GMT', date },
    45_000,
  ],
  ['at a time that has passed', { 'retry-after': 'Wed, 21 Oct 2015 07:27:00 GMT', date }, 0],
  ['at a time, without a clock', { 'retry-after': 'Wed, 21 Oct 2015 07:28:45 GMT' }, undefined],
  ['in a year', { 'retry-after': '31536000' }, 3_600_000],
  ['in words', { 'retry-after': 'soon' }, undefined],
  ['in less than nothing', { 'retry-after': '-5' }, undefined],
  ['not at all', {}, undefined],
])('a server that wants to be asked again %s', (_what, headers, expected) => {
  expect(readRetryAfter(new Headers(headers as Record<string, string>))).toBe(expected);
});
