import { setTimeout as pause } from 'node:timers/promises';
import type { SwapId } from '../core/swap/ids.ts';
import { isEnd, wantsPerson } from '../core/swap/swap.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import { viewOf } from './view-of.ts';

/**
 * Polls every `poll` milliseconds until a swap has ended or needs a person. Throws `NOT_FOUND`, or
 * the signal's reason.
 */
export async function awaitEnd(
  journal: Pick<SwapStore, 'findSwap'>,
  id: SwapId,
  { poll = 250, signal }: { poll?: number; signal?: AbortSignal } = {},
): Promise<SwapView> {
  for (;;) {
    const view = await viewOf(journal, id);
    const { state } = view.swap;
    if (isEnd(state) || wantsPerson(state)) return view;
    await pause(poll, undefined, signal ? { signal } : {});
  }
}
