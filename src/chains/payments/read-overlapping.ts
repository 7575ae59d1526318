import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Entry, HistoryPage } from './look-back.ts';

/** Where a page begins: behind an entry, and with which one; which one is not known behind the only one of a page. */
export interface PlaceInList {
  behind: string;
  first: string | undefined;
}

interface Listed extends Entry {
  id: string;
}

/**
 * A page of a list that is asked for by the entry before it. A server that does not have that one (any more) answers with an empty list, as it does at
 * the end; so each page is asked for from the last entry of the one before, which has to be its first. Pages may be of any length.
 *
 * @param list the entries behind one, the newest first
 */
export async function readOverlapping<Known extends Listed>(
  { host }: { host: string },
  list: (behind: string | undefined) => Promise<readonly Known[]>,
  place: PlaceInList | undefined,
): Promise<HistoryPage<Known, PlaceInList>> {
  const listed = await list(place?.behind);
  const first = place?.first;
  const goesOn = first === undefined ? listed.every(({ id }) => id !== place?.behind) : listed[0]?.id === first;
  if (!goesOn) throw broken(host, 'does not go on from where it was left');
  const entries = first === undefined ? listed : listed.slice(1);
  if (listed.some(({ number }, index) => number > (listed[index - 1]?.number ?? number))) {
    throw broken(host, 'is not in the order of its blocks');
  }
  const [before, last] = listed.slice(-2);
  if (entries.length === 0 || before === undefined) return { entries };
  const next = last ? { behind: before.id, first: last.id } : { behind: before.id, first: undefined };
  return { entries, oldest: { number: (last ?? before).number, next } };
}

function broken(host: string, what: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `the history that ${host} tells ${what}`, { details: { host } });
}
