import type { Provider } from 'ferryman-client';
import { endStates } from '../../parts/swap-states.ts';

type Outcome = NonNullable<Provider['outcomes']>[number];

/** Swaps of one provider by what became of them. */
export interface Tally {
  settled: number;
  /** All that ended, however. */
  ended: number;
  open: number;
  /** Ends other than settled, and swaps that wait for a person. */
  others: Outcome[];
}

export function tally(outcomes: readonly Outcome[] = []): Tally {
  const ended = outcomes.filter(({ state }) => endStates.includes(state));
  const settled = sum(ended.filter(({ state }) => state === 'settled'));
  return {
    settled,
    ended: sum(ended),
    open: sum(outcomes) - sum(ended),
    others: outcomes.filter(
      ({ state }) => (endStates.includes(state) && state !== 'settled') || state === 'needs_review',
    ),
  };
}

function sum(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((total, { count }) => total + count, 0);
}
