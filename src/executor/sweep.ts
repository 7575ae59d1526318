import type { ExecutorContext } from './context.ts';
import { wakeAll } from './wake.ts';

/** Swaps woken by one sweep; the rest are found by the next. */
const chunk = 500;

/** Wakes every swap that is due and that nobody works on: what makes the queue disposable. */
export async function sweep(context: ExecutorContext): Promise<void> {
  await wakeAll(context, await context.journal.dueSwaps(chunk));
}
