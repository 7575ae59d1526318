import { isEnd, type SwapState, wantsPerson } from './swap.ts';

/** What a state means for the swap: it goes on by itself, waits for a person, or has ended. */
export type Course = 'goes_on' | 'waits_for_person' | 'ends';

/** @param state absent: the state does not change */
export function courseOf(state: SwapState | undefined): Course {
  if (state === undefined) return 'goes_on';
  if (isEnd(state)) return 'ends';
  return wantsPerson(state) ? 'waits_for_person' : 'goes_on';
}

/** In these states a swap keeps its reason until its state changes or it gets another reason. */
export function keepsReason(state: SwapState): boolean {
  return state === 'needs_review' || isEnd(state);
}
