import { expect, it, vi } from 'vitest';
import { warnOfShortHolds } from '../../src/executor/warn-of-short-holds.ts';

const day = 86_400_000;
const ask = (expiresAfter: number, coolFor?: number) => ({
  outcome: { expiresAfter, ...(coolFor === undefined ? {} : { coolFor }) },
});

it('warns of rows of approvals whose envelopes end before they say', () => {
  const logger = { warn: vi.fn() };
  const rows = [ask(day), ask(3 * day), ask(3 * day, 2 * day), { outcome: 'block' as const }];
  warnOfShortHolds({ approvals: { rows } }, day, logger);
  expect(logger.warn.mock.calls).toEqual([
    [
      expect.objectContaining({ row: '/approvals/1' }),
      expect.stringContaining('before expiresAfter'),
    ],
    [
      expect.objectContaining({ row: '/approvals/2' }),
      expect.stringContaining('nothing that this row holds ever passes'),
    ],
  ]);
  warnOfShortHolds({ approvals: { rows } }, 3 * day, logger);
  warnOfShortHolds({}, day, logger);
  expect(logger.warn).toHaveBeenCalledTimes(2);
});
