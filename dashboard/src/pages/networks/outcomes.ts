import type { Provider } from 'ferryman-client';

type Outcome = NonNullable<Provider['outcomes']>[number];

const ends = ['settled', 'refunded', 'failed', 'expired', 'cancelled'] as const;

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
  const ended = outcomes.filter(({ state }) => isEnd(state));
  const settled = sum(ended.filter(({ state }) => state === 'settled'));
  return {
    settled,
    ended: sum(ended),
    open: sum(outcomes) - sum(ended),
    others: outcomes.filter(
      ({ state }) => (isEnd(state) && state !== 'settled') || state === 'needs_review',
    ),
  };
}

/** Rounded down, so that only all is "100 %" and only none is "0 %". */
export function shareText({ settled, ended }: Pick<Tally, 'settled' | 'ended'>): string {
  if (ended === 0) return '–';
  const tenths = Math.floor((settled * 1_000) / ended);
  if (tenths === 0 && settled > 0) return 'below 0.1 %';
  return tenths % 10 === 0 ? `${tenths / 10} %` : `${(tenths / 10).toFixed(1)} %`;
}

function isEnd(state: Outcome['state']): boolean {
  return (ends as readonly string[]).includes(state);
}

function sum(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((total, { count }) => total + count, 0);
}
