import { type SwapState, swapStates } from '../../core/swap/swap.ts';
import type { SwapCriteria } from '../../ports/stores/swap-store.ts';
import type { SqlParameter } from '../sql-client.ts';
import { searchCandidates, searchParameters } from './search-candidates.ts';

/**
 * Where candidates come from: an index that has the swaps of one value, mostly in their order.
 * Connections plan a text once for all values (`planner-settings.ts`), so the choice of the index is
 * made here and not left to the planner.
 */
export interface Driver {
  name: DriverName;
  parameters: readonly SqlParameter[];
}

/** Numbers a driver's own parameters, from 1. */
type Own = (number: number) => string;

/** $1: candidates come before this position; $2: not before this one; $3: so many of them. */
const within = 'position < $1::bigint and position >= $2::bigint';
const newest = 'order by position desc limit $3::int';

/** SQL of a driver's candidates: `position`, newest first. */
const candidates = {
  all: () => `select position from swaps where ${within} ${newest}`,
  // Only a range condition in the index's whole order forces the plan.
  states: (own: Own) => `select candidate.position from unnest(${own(1)}::text[]) as wanted(state)
    cross join lateral (
      select position from swaps where state between wanted.state and wanted.state and ${within}
      order by state desc, position desc limit $3::int) candidate
    order by candidate.position desc limit $3::int`,
  error: (own: Own) =>
    `select position from swaps where reason_code between ${own(1)} and ${own(1)} and ${within}
     order by reason_code desc, position desc limit $3::int`,
  term: (own: Own) =>
    `select position from search_terms where term between left(${own(1)}, 200) and left(${own(1)}, 200) and ${within}
     order by term desc, position desc limit $3::int`,
  retryOf: (own: Own) =>
    `select position from swaps where retry_of = ${own(1)}::uuid and ${within} ${newest}`,
  provider: (own: Own) => `select distinct position from (
      select s.position from unnest(${own(1)}::text[]) wanted(provider)
      cross join lateral (select swap_id from orders where lower(provider) = wanted.provider offset 0) o
      cross join lateral (select swaps.position from swaps where swaps.id = o.swap_id offset 0) s
    ) ordered where ${within} ${newest}`,
  ids: (own: Own) => `select distinct position from (
      select s.position from unnest(${own(1)}::uuid[]) wanted(id)
      cross join lateral (select swaps.position from swaps where swaps.id = wanted.id offset 0) s
    ) named where ${within} ${newest}`,
  search: (own: Own) => searchCandidates(own, within, newest),
} satisfies Record<string, (own: Own) => string>;

export type DriverName = keyof typeof candidates;

/**
 * SQL: whether a driver has as many candidates as $3, counted no further. The orders of a provider
 * are counted without their swaps, which would have to be read to put them in order.
 */
export function countOf(name: DriverName, own: Own): string {
  const counted =
    name === 'provider'
      ? `select from unnest(${own(1)}::text[]) wanted(provider) cross join lateral (
           select from orders where lower(provider) = wanted.provider limit $3::int) o
         where $1::bigint > $2::bigint limit $3::int`
      : candidatesOf(name, own);
  return `select count(*)::int as count from (${counted}) candidate`;
}

export function candidatesOf(name: DriverName, own: Own): string {
  return candidates[name](own);
}

export const driverNames = Object.keys(candidates) as DriverName[];

/**
 * Every index that has candidates for these criteria, the one that probably has the fewest first.
 * None: all swaps are candidates.
 */
export function driversFor(criteria: SwapCriteria): Driver[] {
  const { ids, search, retryOf, receiver, metadata, error, wallet, providers } = criteria;
  const term = (text: string): Driver => ({ name: 'term', parameters: [text] });
  const drivers: Driver[] = [];
  if (ids) drivers.push({ name: 'ids', parameters: [[...ids]] });
  if (search) drivers.push({ name: 'search', parameters: searchParameters(search) });
  if (retryOf !== undefined) drivers.push({ name: 'retryOf', parameters: [retryOf] });
  if (metadata?.value !== undefined) drivers.push(term(`m:${metadata.key}=${metadata.value}`));
  if (receiver !== undefined) drivers.push(term(`s:${receiver.toLowerCase()}`));
  if (error !== undefined) drivers.push({ name: 'error', parameters: [error] });
  const states = statesOf(criteria);
  const byState: Driver[] = states ? [{ name: 'states', parameters: [states] }] : [];
  const isRare = states !== undefined && !states.includes('settled');
  if (isRare) drivers.push(...byState);
  if (wallet !== undefined) drivers.push(term(`w:${wallet}`));
  const chains = [criteria.chain, criteria.fromChain, criteria.toChain];
  for (const chain of chains) if (chain !== undefined) drivers.push(term(`c:${chain}`));
  if (!isRare) drivers.push(...byState);
  if (providers) drivers.push({ name: 'provider', parameters: [providers] });
  return drivers;
}

/** The states that may match. Most swaps settle, and their money has always moved. */
function statesOf({ states, fundsStates }: SwapCriteria): SwapState[] | undefined {
  const mayBeSettled = fundsStates === undefined || fundsStates.includes('moved');
  if (states) return [...new Set(states)];
  return mayBeSettled ? undefined : swapStates.filter((state) => state !== 'settled');
}
