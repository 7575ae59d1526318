import type { SwapId } from '../../src/core/swap/ids.ts';
import { hasEnded } from '../../src/core/swap/swap.ts';
import type { Versioned } from '../../src/ports/stores/versioned.ts';
import { hasOpenLosses, type ModelJournal, recordAt, stale, withRecord } from './journal-state.ts';
import { hasTimer } from './journal-swaps.ts';

/* The rules of `src/journal/lanes` about the wallet's one lane, said again for the model. */

export function enterLane(
  journal: ModelJournal,
  { holder, isUrgent, ...at }: Versioned & { holder: string; isUrgent: boolean },
): void {
  const record = recordAt(journal.state, at);
  if (hasEnded(record.swap) || !hasTimer(record) || record.attributedTo !== holder) throw stale;
  journal.state = withRecord(journal.state, {
    ...record,
    place: 'waiting',
    isUrgent,
    attributedTo: undefined,
  });
}

/** The swap that was admitted; `undefined`: none. */
export function admit(journal: ModelJournal, holder: string, ttl: number): SwapId | undefined {
  const { state, clock } = journal;
  const { swaps, slots, frozen, stopped } = state;
  const isStopped = !frozen && (stopped !== undefined || hasOpenLosses(state));
  if (isStopped || swaps.filter(({ place }) => place === 'slot').length >= slots) return undefined;
  const waiting = swaps.filter(({ place }) => place === 'waiting');
  const next = waiting.find(({ isUrgent }) => isUrgent) ?? waiting[0];
  if (!next) return undefined;
  const { now } = clock;
  journal.state = withRecord(state, {
    ...next,
    place: 'slot',
    dueAt: now,
    attributedTo: holder,
    claimedUntil: now + ttl,
  });
  return next.swap.id;
}

/** Swaps whose deadline has passed wait no longer. */
export function callExpired(journal: ModelJournal): void {
  const { now } = journal.clock;
  const swaps = journal.state.swaps.map((record) =>
    record.place === 'waiting' && record.swap.job.deadline <= now
      ? { ...record, place: 'none' as const, dueAt: now }
      : record,
  );
  journal.state = { ...journal.state, swaps };
}
