import type { Gate } from '../../ports/gate.ts';
import { type StoppableStores, stopJournalBy } from './stop-journal-by.ts';

/** A journal that shows a closed gate as a stop of signing on that chain. */
export function closeBehindGate<Journal extends StoppableStores>(
  journal: Journal,
  gate: Pick<Gate, 'stopOn'>,
): Journal {
  return stopJournalBy(journal, ({ chain }) => gate.stopOn(chain));
}
