/** Why an occurrence did nothing. */
export type SkipCode =
  | 'OVERLAP'
  | 'PAUSED'
  | 'STOPPED'
  | 'COOLDOWN'
  | 'IN_BAND'
  | 'BELOW_MINIMUM'
  | 'BALANCE'
  | 'BUDGET'
  | 'COST'
  | 'PRICE'
  | 'NO_PRICE'
  | 'NOT_NEEDED'
  | 'UNSEALED';

export interface SkipReason {
  code: SkipCode;
  message: string;
}

/** Reasons that are part of what a rule is meant to do. A person has to know of the others. */
const plannedSkips: ReadonlySet<SkipCode> = new Set([
  'PAUSED',
  'COOLDOWN',
  'IN_BAND',
  'BELOW_MINIMUM',
  'NOT_NEEDED',
]);

export function isPlannedSkip(code: SkipCode): boolean {
  return plannedSkips.has(code);
}

/**
 * `missed`: no worker could decide it while it was due, and it is not done later. `acting`: its jobs
 * are frozen, and may have been submitted. `submitted`: all are swaps.
 */
export const occurrenceStates = [
  'missed',
  'skipped',
  'acting',
  'submitted',
  'done',
  'failed',
] as const;
export type OccurrenceState = (typeof occurrenceStates)[number];

/** The key of an occurrence's job. The same instant of a rule always has the same keys. */
export function occurrenceKey(ruleId: string, instant: number, number: number): string {
  return `treasury:${ruleId}:${new Date(instant).toISOString()}:${number}`;
}

/** What became of one of an occurrence's swaps. */
export interface SwapEnd {
  hasEnded: boolean;
  /** A payment of it landed and did not come back. */
  isPaid: boolean;
  reason?: string;
}

/** `undefined`: one of its swaps goes on. It fails if none of them was paid. */
export function endOfOccurrence(
  swaps: readonly SwapEnd[],
): { state: 'done' } | { state: 'failed'; message: string } | undefined {
  if (swaps.some(({ hasEnded }) => !hasEnded)) return undefined;
  if (swaps.some(({ isPaid }) => isPaid)) return { state: 'done' };
  const reasons = swaps.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  return {
    state: 'failed',
    message: `no swap was paid: ${[...new Set(reasons)].join('; ') || 'no reason is stored'}`,
  };
}
