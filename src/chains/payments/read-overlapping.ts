import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Entry, HistoryPage } from './look-back.ts';

/** Where a page begins. */
export type PlaceInList =
  /** Behind an entry, and with which one. */
  | { behind: string; first: string }
  /** Behind the only entry of a page, which was asked for so. */
  | { behind: string; asked: string | undefined };

interface Listed extends Entry {
  id: string;
}

/**
 * A page of a list that is asked for by the entry before it. A server that does not have that one (any more) answers with an empty list, as it does at
 * the end; so each page is asked for from the last entry of the one before, which has to be its first. Only an empty one is the last: pages may be of
 * any length.
 *
 * @param list the entries behind one, the newest first
 */
export async function readOverlapping<Known extends Listed>(
  { host }: { host: string },
  list: (behind: string | undefined) => Promise<readonly Known[]>,
  place: PlaceInList | undefined,
): Promise<HistoryPage<Known, PlaceInList>> {
  const listed = await list(place?.behind);
  if (place && !(await goesOn(listed, list, place))) throw broken(host, 'does not go on from where it was left');
  if (listed.some(({ number }, index) => number > (listed[index - 1]?.number ?? number))) {
    throw broken(host, 'is not in the order of its blocks');
  }
  const entries = place && 'first' in place ? listed.slice(1) : listed;
  const [before, last] = listed.slice(-2);
  if (before === undefined) return { entries };
  const next = last ? { behind: before.id, first: last.id } : { behind: before.id, asked: place?.behind };
  return { entries, rest: { from: (last ?? before).number, next } };
}

async function goesOn(
  listed: readonly Listed[],
  list: (behind: string | undefined) => Promise<readonly Listed[]>,
  place: PlaceInList,
): Promise<boolean> {
  if ('first' in place) return listed[0]?.id === place.first;
  const isIt = ({ id }: Listed): boolean => id === place.behind;
  // Nothing is behind it if it is still there itself.
  return listed.length === 0 ? (await list(place.asked)).some(isIt) : !listed.some(isIt);
}

function broken(host: string, what: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `the history that ${host} tells ${what}`, { details: { host } });
}
