import type { CapStore } from '../ports/stores/cap-store.ts';
import type { ExecutorContext } from './context.ts';

/** How many swaps get a chance when one has ended. Each that ends later wakes more. */
const atOnce = 16;

/** A swap has ended, or returned its lease: what it used of caps of what is unsettled is free. */
export async function wakeCapped({
  guard,
  journal,
  signals,
}: Pick<ExecutorContext<CapStore>, 'guard' | 'journal' | 'signals'>): Promise<void> {
  if (!guard.caps.some(({ window }) => window === 'unsettled')) return;
  if ((await journal.wakeCapped(atOnce)) > 0) signals.swapDue.announce(0);
}
