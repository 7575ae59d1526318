import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Entry, HistoryPage } from './history-scan.ts';

/** Where a page begins: the entry to ask for, and the first entry to expect. */
export interface ListPosition {
  behind: string;
  first: string;
}

interface Listed extends Entry {
  id: string;
}

/**
 * Reads a page of a list that takes the preceding entry as its cursor. A server that no longer has
 * the cursor's entry answers with an empty list, as it does at the end of the list. So each page
 * starts at the last entry of the page before, which has to come first again. A page without
 * further entries is the last; pages of any length from two on may have a successor.
 *
 * @param list entries after a cursor, newest first
 */
export async function readOverlapping<Known extends Listed>(
  { host }: { host: string },
  list: (behind: string | undefined) => Promise<readonly Known[]>,
  target: ListPosition | undefined,
): Promise<HistoryPage<Known, ListPosition>> {
  const listed = await list(target?.behind);
  if (target && listed[0]?.id !== target.first)
    throw broken(host, 'does not continue where the last page ended');
  if (listed.some(({ number }, index) => number > (listed[index - 1]?.number ?? number))) {
    throw broken(host, 'is not ordered by block');
  }
  const entries = target ? listed.slice(1) : listed;
  const [before, last] = listed.slice(-2);
  if (!before || !last) return { entries };
  return { entries, rest: { from: last.number, next: { behind: before.id, first: last.id } } };
}

function broken(host: string, fault: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `the history from ${host} ${fault}`, {
    details: { host },
  });
}
