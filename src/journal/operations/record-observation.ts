import type { SwapId } from '../../core/swap/ids.ts';
import type { Inclusion } from '../../core/swap/swap.ts';
import type { ObservationRecord } from '../../ports/stores/observation-store.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { countChecks, endDoubts, findDoubts, findEnded, storeDoubts } from '../observe/doubts.ts';
import type { InclusionChange } from '../observe/inclusion-change.ts';
import { storeInclusionChanges } from '../observe/store-inclusion-changes.ts';
import { type FoundChanges, storeQuiet } from '../observe/store-quiet.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { changeSwaps } from '../writes/change-swaps.ts';

/**
 * An observation without changes costs one statement and touches no swap. With changes, it locks
 * their swaps and compares again, because they may have changed in between. The lock of the chain's
 * head keeps other observers out.
 */
export async function recordObservation(
  client: SqlClient,
  record: ObservationRecord,
): Promise<Versioned[]> {
  const found = await storeQuiet(client, record);
  return found
    ? client.transaction((session) => recordInclusionChanges(session, record, found))
    : [];
}

async function recordInclusionChanges(
  session: SqlSession,
  record: ObservationRecord,
  { swaps, may_doubt: mayDoubt }: FoundChanges,
): Promise<Versioned[]> {
  const doubts = mayDoubt
    ? [...(await findDoubts(session, record)), ...(await findEnded(session, record))]
    : [];
  const locked = await storeHead(session, record, [
    ...swaps,
    ...doubts.map(({ swap_id: id }) => id),
  ]);
  // Another observation was recorded since this observer began.
  if (!locked) return [];
  const changes = await storeInclusionChanges(session, record, locked);
  const events = Array.from(bySwap(changes), ([swapId, own]) => {
    return [swapId, { type: 'attempt_observed', data: summary(record, own) }] as const;
  });
  const changed = await changeSwaps(session, new Map(events));
  if (!mayDoubt) return changed;
  const ended = await endDoubts(session, record, locked);
  const found = (await findDoubts(session, record)).filter(({ swap_id: id }) => locked.has(id));
  const doubted = await storeDoubts(session, record.chain, found);
  await countChecks(session, record);
  return [...changed, ...ended, ...doubted];
}

/**
 * Stores the chain's head, then locks the swaps in the order of their ids. It stores any reported
 * head, so a false height of an endpoint does not block later observations. The ids are JSON: the
 * length of an array would make Postgres plan the statement each time.
 */
const store = `
  with head as (
    insert into chain_heads as head (chain, latest, final, observations) values ($1, $2, $3, 1)
    on conflict (chain) do update
    set latest = excluded.latest, final = excluded.final, observations = head.observations + 1, observed_at = now()
    where head.observations = $4
    returning chain
  )
  select locked.id from head left join (
    select swap.id from json_array_elements_text($5::json) as wanted(id) cross join lateral (
      select id from swaps where swaps.id = wanted.id::uuid for no key update
    ) swap
  ) locked on true`;

/**
 * The locked swaps; undefined if another observation was recorded since this one began. Nothing is
 * written then.
 */
async function storeHead(
  session: SqlSession,
  { chain, since, observation }: ObservationRecord,
  swaps: readonly SwapId[],
): Promise<Set<SwapId> | undefined> {
  const { latest, final } = observation.head;
  const wanted = [...new Set(swaps)].sort();
  const rows = await session.query<{ id: SwapId | null }>(store, [
    chain,
    latest,
    final,
    since,
    JSON.stringify(wanted),
  ]);
  return rows.length === 0 ? undefined : new Set(rows.flatMap(({ id }) => id ?? []));
}

function bySwap(changes: readonly InclusionChange[]): Map<SwapId, InclusionChange[]> {
  const swaps = new Map<SwapId, InclusionChange[]>();
  for (const item of changes) {
    if (item.swap_id !== null) swaps.set(item.swap_id, [...(swaps.get(item.swap_id) ?? []), item]);
  }
  return swaps;
}

/** The part of the observation that a person reads in the swap's history. */
function summary(
  record: ObservationRecord,
  own: readonly InclusionChange[],
): Record<string, unknown> {
  const of = (kind: InclusionChange['kind']): InclusionChange[] =>
    own.filter((item) => item.kind === kind);
  const attempts = of('changed').flatMap(({ tx_id: txId, status: before, message }) => {
    const inclusion = txId === null ? undefined : record.observation.attempts.get(txId);
    return inclusion ? [{ txId, before, ...facts(inclusion, message) }] : [];
  });
  const progressed = of('progressed').map(({ tx_id: txId }) => txId);
  const over = of('over');
  const usedUp = over.flatMap(({ nonce }) => (nonce === null ? [] : [nonce]));
  const openAgain = of('open_again').flatMap(({ nonce }) => (nonce === null ? [] : [nonce]));
  return {
    chain: record.chain,
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(progressed.length > 0 ? { progressed } : {}),
    ...(usedUp.length > 0 ? { usedUp } : {}),
    ...(openAgain.length > 0 ? { openAgain } : {}),
    ...(over.some(({ nonce, expires }) => nonce === null && expires !== null)
      ? { expired: true }
      : {}),
    ...(over.some(({ nonce, expires }) => nonce === null && expires === null)
      ? { coinsSpent: true }
      : {}),
  };
}

function facts(inclusion: Inclusion, message: number | null): Record<string, unknown> {
  if (inclusion.status === 'unseen' || inclusion.status === 'pending')
    return { status: inclusion.status };
  const { status, block, succeeded, results } = inclusion;
  return {
    status,
    block: block.number,
    succeeded: (message === null ? undefined : results?.[message]) ?? succeeded,
  };
}
