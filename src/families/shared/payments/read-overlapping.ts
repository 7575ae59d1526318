import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Entry, HistoryPage } from './look-back.ts';

/** Where a page begins: behind an entry, and with which one. */
export interface ListPosition {
  behind: string;
  first: string;
}

interface Listed extends Entry {
  id: string;
}

/**
 * A page of a list that is asked for by the entry before it. A server that does not have that one
 * (any more) answers with an empty list, as it does at the end; so each page is asked for from the
 * last entry of the one before, which has to be its first. It is the last one if nothing is behind
 * that: pages may be of any length from two on, also where more is to come.
 *
 * @param list the entries behind one, the newest first
 */
export async function readOverlapping<Known extends Listed>(
  { host }: { host: string },
  list: (behind: string | undefined) => Promise<readonly Known[]>,
  target: ListPosition | undefined,
): Promise<HistoryPage<Known, ListPosition>> {
  const listed = await list(target?.behind);
  if (target && listed[0]?.id !== target.first)
    throw broken(host, 'does not go on from where it was left');
  if (listed.some(({ number }, index) => number > (listed[index - 1]?.number ?? number))) {
    throw broken(host, 'is not in the order of its blocks');
  }
  const entries = target ? listed.slice(1) : listed;
  const [before, last] = listed.slice(-2);
  if (!before || !last) return { entries };
  return { entries, rest: { from: last.number, next: { behind: before.id, first: last.id } } };
}

function broken(host: string, what: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `the history that ${host} tells ${what}`, {
    details: { host },
  });
}
