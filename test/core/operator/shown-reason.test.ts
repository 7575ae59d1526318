import { expect, it } from 'vitest';
import { shownReason } from '../../../src/core/operator/shown-reason.ts';
import type { SwapRole } from '../../../src/core/swap/roles.ts';
import type { Reason, SwapState } from '../../../src/core/swap/swap.ts';

const reason: Reason = { code: 'RPC_UNAVAILABLE', message: 'no endpoint answers' };

it.each<
  [state: SwapState, absent: SwapRole[], dueFor: number | undefined, shown: RegExp | undefined]
>([
  ['requested', ['execute'], 0, /due, and there is no live `execute` worker/],
  ['settling', ['execute', 'track', 'recover'], 100, /`execute`/],
  // It is not due, or a worker holds it.
  ['requested', ['execute'], undefined, undefined],
  ['requested', [], 60_000, undefined],
  ['confirming', ['track'], undefined, /no live `track` worker to observe/],
  ['requested', ['track'], 0, undefined],
  ['settling', ['recover'], 60_000, /overdue, and there is no live `recover` worker/],
  // Dispatches come first.
  ['settling', ['recover'], 100, undefined],
  // A review keeps its reason.
  ['needs_review', ['execute', 'track', 'recover'], 60_000, undefined],
  ['settled', ['execute', 'track', 'recover'], undefined, undefined],
])('%s without %j, due for %s ms', (state, absent, dueFor, shown) => {
  const workers = { absent, ...(dueFor === undefined ? {} : { dueFor }) };
  if (shown === undefined) {
    expect(shownReason({ state }, workers)).toBeUndefined();
    return expect(shownReason({ state, reason }, workers)).toBe(reason);
  }
  expect(shownReason({ state }, workers)).toEqual({
    code: 'NO_WORKER',
    message: expect.stringMatching(shown),
  });
  // The earlier reason is still shown.
  expect(shownReason({ state, reason }, workers)?.message).toMatch(
    /RPC_UNAVAILABLE: no endpoint answers$/,
  );
});
