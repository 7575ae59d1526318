import type { SwapId } from '../../core/swap/ids.ts';
import type { SwapCriteria } from '../../ports/stores/swap-store.ts';
import { onlyRow } from '../only-row.ts';
import { conditionParameters, conditions } from '../search/conditions.ts';
import {
  candidatesOf,
  countOf,
  type Driver,
  type DriverName,
  driverNames,
  driversFor,
} from '../search/drivers.ts';
import { positionAt } from '../search/position-at.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';

/** Candidates of the first statement; each further one reads four times as many, to a limit. */
const firstWindow = 400;
const largestWindow = 20_000;
/** Milliseconds after which a page is answered as far as it has got. */
const longestPage = 2_000;
/** More than a submission may take, in milliseconds: swaps may be that much out of order. */
const outOfOrder = 60_000;
/** As many candidates are counted to compare drivers. */
const counted = 1_000;
/** Orders of a provider from which reading all of them takes longer than reading the swaps. */
const mostOrders = 4_000;

const end = 9_223_372_036_854_775_807n;

/** Which swaps a reading has found. */
export interface Matches {
  /** Newest first. */
  ids: SwapId[];
  /** The position before which the next reading begins. Absent: there is nothing more. */
  before?: bigint;
}

interface WindowRow {
  ids: string[];
  read: number;
  matched_to: bigint | null;
  read_to: bigint | null;
}

/** $1 to $3 are of the candidates, $4 is the number of matches, then come the other parameters. */
const windowTexts = textsFor((name) => {
  const count = 20;
  return `with candidate as materialized (${candidatesOf(name, (number) => `$${4 + count + number}`)}),
    match as materialized (
      select s.id, s.position from candidate join swaps s on s.position = candidate.position
      where ${conditions((number) => `$${4 + number}`)} order by s.position desc limit $4::int)
    select array(select id::text from match order by position desc) as ids,
      (select min(position) from match) as matched_to,
      (select count(*)::int from candidate) as read, (select min(position) from candidate) as read_to`;
});

const countTexts = textsFor((name) => countOf(name, (number) => `$${3 + number}`));

function textsFor(textOf: (name: DriverName) => string): Record<DriverName, string> {
  return Object.fromEntries(driverNames.map((name) => [name, textOf(name)])) as Record<
    DriverName,
    string
  >;
}

/**
 * Finds swaps, newest first, window by window: each statement reads so many candidates of the best
 * index and keeps those that meet all conditions. However rare a combination is, no statement takes
 * long, and others run between two of them.
 */
export async function matchSwaps(
  session: SqlSession,
  criteria: SwapCriteria,
  { limit, before = end, patience = longestPage }: MatchOptions,
): Promise<Matches> {
  const started = performance.now();
  const { createdAfter, createdBefore, updatedBefore } = criteria;
  const newestTime = Math.min(createdBefore ?? Infinity, updatedBefore ?? Infinity);
  const floor =
    createdAfter === undefined ? 0n : await positionAt(session, createdAfter - outOfOrder);
  const ceiling =
    newestTime === Infinity ? end : await positionAt(session, newestTime + outOfOrder);
  let next = before < ceiling ? before : ceiling;
  const driver = await bestDriver(session, criteria, [next, floor]);
  const ids: SwapId[] = [];
  for (let window = firstWindow; ; window = Math.min(window * 4, largestWindow)) {
    const wanted = limit - ids.length;
    const { parameters } = windowStatement(criteria, driver, { next, floor, window, wanted });
    const found = onlyRow(await session.query<WindowRow>(windowTexts[driver.name], parameters));
    ids.push(...(found.ids as SwapId[]));
    if (ids.length >= limit && found.matched_to !== null) return { ids, before: found.matched_to };
    if (found.read < window || found.read_to === null) return { ids };
    next = found.read_to;
    if (performance.now() - started > patience) return { ids, before: next };
  }
}

/** One reading: so many candidates of a driver, and the wanted number of those that match. */
export function windowStatement(
  criteria: SwapCriteria,
  driver: Driver,
  { next = end, floor = 0n, window, wanted }: Window,
): { text: string; parameters: SqlParameter[] } {
  const parameters = [next, floor, window, wanted, ...conditionParameters(criteria)];
  return { text: windowTexts[driver.name], parameters: [...parameters, ...driver.parameters] };
}

interface Window {
  next?: bigint;
  floor?: bigint;
  window: number;
  wanted: number;
}

interface MatchOptions {
  limit: number;
  before?: bigint | undefined;
  /** Milliseconds after which it returns with what it has. */
  patience?: number;
}

/** All that match, up to a limit. */
export async function matchingSwaps(
  session: SqlSession,
  criteria: SwapCriteria,
  limit: number,
): Promise<SwapId[]> {
  const { ids } = await matchSwaps(session, criteria, { limit, patience: Infinity });
  return ids;
}

/** The driver with the fewest candidates, as far as they are counted. */
async function bestDriver(
  session: SqlSession,
  criteria: SwapCriteria,
  range: readonly SqlParameter[],
): Promise<Driver> {
  const drivers = driversFor(criteria);
  const ordered = drivers.filter(({ name }) => name !== 'provider');
  const byProvider = drivers.find(({ name }) => name === 'provider');
  let best: Driver = ordered[0] ?? { name: 'all', parameters: [] };
  if (drivers.length < 2 && !byProvider) return best;
  const count = async (driver: Driver, limit: number): Promise<number> => {
    const parameters = [...range, limit, ...driver.parameters];
    return onlyRow(await session.query<{ count: number }>(countTexts[driver.name], parameters))
      .count;
  };
  let fewest = counted;
  for (const driver of ordered) {
    const found = await count(driver, counted);
    if (found < fewest) [best, fewest] = [driver, found];
    if (fewest === 0) return best;
  }
  // The orders of a provider are in no order that helps: they are read only if there are few.
  if (!byProvider) return best;
  const limit = fewest < counted ? fewest : mostOrders;
  return (await count(byProvider, limit)) < limit ? byProvider : best;
}
