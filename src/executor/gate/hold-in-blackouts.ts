import { type Clocks, calendarNow } from '../../ports/clock.ts';
import type { Guard } from '../../ports/guard.ts';
import { type StoppableStores, stopJournalBy } from './stop-journal-by.ts';

/** A journal that shows the blackouts of the guard's policy as stops, which end by themselves. */
export function holdInBlackouts<Journal extends StoppableStores>(
  journal: Journal,
  { guard, ...clocks }: Clocks & { guard: Pick<Guard, 'blackoutOf'> },
): Journal {
  return stopJournalBy(journal, async (subject) => {
    const now = calendarNow(clocks);
    const stopped = guard.blackoutOf(subject, now);
    // Swaps wait by the clock of their process: as long as it is by the calendar.
    return stopped?.until === undefined
      ? stopped
      : { ...stopped, until: clocks.clock.now() + (stopped.until - now) };
  });
}
