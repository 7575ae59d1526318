import type { Clock } from '../../ports/clock.ts';
import type { Guard } from '../../ports/guard.ts';
import { type StoppableStores, stopJournalBy } from './stop-journal-by.ts';

/** A journal that shows the blackouts of the guard's policy as stops, which end by themselves. */
export function holdInBlackouts<Journal extends StoppableStores>(
  journal: Journal,
  { guard, clock }: { guard: Pick<Guard, 'blackoutOf'>; clock: Clock },
): Journal {
  return stopJournalBy(journal, async (subject) => guard.blackoutOf(subject, clock.now()));
}
