import { setTimeout as pause } from 'node:timers/promises';
import { courseOf } from '../core/swap/course.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import { viewOf } from './view-of.ts';

/**
 * Polls every `poll` milliseconds until a swap has ended or needs a person. It reads the state
 * alone, and the rest once. Throws `NOT_FOUND`, or the signal's reason.
 */
export async function awaitEnd(
  journal: Pick<SwapStore, 'findSwap' | 'stateOf'>,
  id: SwapId,
  { poll = 250, signal }: { poll?: number; signal?: AbortSignal } = {},
): Promise<SwapView> {
  for (;;) {
    const state = await journal.stateOf(id);
    if (state === undefined || courseOf(state) !== 'goes_on') {
      const view = await viewOf(journal, id);
      // A person may have let it go on in between.
      if (courseOf(view.swap.state) !== 'goes_on') return view;
    }
    await pause(poll, undefined, signal ? { signal } : {});
  }
}
