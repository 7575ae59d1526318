import { describe, expect, it } from 'vitest';
import type { BulkKind } from '../../../src/core/operator/bulk-action.ts';
import { judgeBulk } from '../../../src/core/operator/judge-bulk.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Swap } from '../../../src/core/swap/swap.ts';
import { aSnapshot, aSwap, noon } from '../../support/snapshot.ts';

type Case = [
  name: string,
  action: BulkKind,
  filter: Record<string, string>,
  swap: Partial<Swap>,
  skip: string | undefined,
];

const waiting = {
  state: 'needs_review',
  reason: { code: 'ROUTER_NO_ROUTE', message: '' },
} as const;
const cancelled = { state: 'cancelled', updatedAt: noon - 1 } as const;

const cases: Case[] = [
  ['waits as it did', 'retry', { state: 'failed, needs_review' }, waiting, undefined],
  ['waits in another state', 'retry', { state: 'failed' }, waiting, 'NO_LONGER_MATCHES'],
  ['waits for the same', 'retry', { error: 'ROUTER_NO_ROUTE' }, waiting, undefined],
  ['waits for another reason', 'retry', { error: 'GUARD_REFUSED' }, waiting, 'NO_LONGER_MATCHES'],
  ['has other funds', 'retry', { fundsState: 'returned' }, waiting, 'NO_LONGER_MATCHES'],
  ['is ahead', 'cancel', { state: 'requested' }, { state: 'quoted' }, 'NO_LONGER_MATCHES'],
  ['recovered', 'retry', { error: 'ROUTER_NO_ROUTE' }, { state: 'quoted' }, 'IN_PROGRESS'],
  ['was cancelled', 'retry', { chain: 'ETH' }, cancelled, 'CANCELLED'],
  ['was cancelled, as wanted', 'retry', { state: 'failed,cancelled' }, cancelled, undefined],
  [
    'was cancelled meanwhile',
    'retry',
    { state: 'failed,cancelled' },
    { ...cancelled, updatedAt: noon + 1 },
    'CANCELLED',
  ],
];

describe('a swap in a bulk action', () => {
  it.each(cases)('that %s', (_, action, filter, swap, skip) => {
    const rules = {
      action,
      filter,
      createdAt: noon,
      maxGenerations: 3,
      outOfReach: () => undefined,
    };
    const verdict = judgeBulk({ snapshot: aSnapshot({ swap: aSwap(swap) }) }, rules);
    expect(verdict.skip?.code).toBe(skip);
  });

  it.each([
    ['retry', 'ALREADY_RETRIED'],
    ['edit', 'SWAP_REPLACED'],
  ] as const)('whose place another one has, by a %s, is skipped', (as, code) => {
    const snapshot = aSnapshot({ swap: aSwap({ state: 'failed' }) });
    const successor = { swapId: 'later' as SwapId, version: 1, as };
    const verdict = judgeBulk(
      { snapshot, successor },
      { action: 'retry', filter: {}, maxGenerations: 3, outOfReach: () => undefined },
    );
    expect(verdict).toMatchObject({
      skip: { code, message: expect.stringContaining('later') },
      mayHaveSent: false,
    });
  });
});
