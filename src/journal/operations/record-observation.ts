import type { SwapId } from '../../core/ids.ts';
import type { Inclusion } from '../../core/swap.ts';
import type { ObservationRecord, Versioned } from '../../ports/journal.ts';
import { returnSlots } from '../lanes/leave-lane.ts';
import { applyNews, includedLeases } from '../observe/apply-news.ts';
import { countChecks, endDoubts, findDoubts, findEnded, storeDoubts } from '../observe/doubts.ts';
import { findNews, type News } from '../observe/find-news.ts';
import { storeFinal } from '../observe/store-final.ts';
import { storeQuiet, type Unquiet } from '../observe/store-quiet.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { changeSwaps } from '../writes/change-swaps.ts';
import { lockSwaps } from '../writes/lock-swap.ts';

/**
 * An observation without news costs one statement and touches no swap. With news, its swaps are locked and it is compared again, because
 * they may have changed in between; the lock of the chain's head keeps other observers out meanwhile.
 */
export async function recordObservation(client: SqlClient, record: ObservationRecord): Promise<Versioned[]> {
  const unquiet = await storeQuiet(client, record);
  return unquiet ? client.transaction((session) => recordNews(session, record, unquiet)) : [];
}

async function recordNews(
  session: SqlSession,
  record: ObservationRecord,
  { swaps, may_doubt: mayDoubt }: Unquiet,
): Promise<Versioned[]> {
  // A paused observer tells what has been overtaken.
  if (!(await storeHead(session, record))) return [];
  const doubts = mayDoubt ? [...(await findDoubts(session, record)), ...(await findEnded(session, record))] : [];
  const affected = [...swaps, ...doubts.map(({ swap_id: id }) => id)];
  const locked = new Set((await lockSwaps(session, affected)).map(({ id }) => id));
  const news = (await findNews(session, record)).filter(({ swap_id: id }) => id === null || locked.has(id));
  await applyNews(session, record, news);
  await storeFinal(session, record);
  // After the accounts: whoever gives a lease back and ends its swap locks them in this order.
  await returnSlots(session, includedLeases(record, news), 'included');
  const events = Array.from(bySwap(news), ([swapId, own]) => {
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
 * False where another observation was recorded since this one began. The head is what this one was told: an endpoint that once named a height
 * from nowhere keeps nobody from being believed after it.
 */
async function storeHead(session: SqlSession, { chain, since, observation }: ObservationRecord): Promise<boolean> {
  const stored = await session.query(
    `insert into chain_heads as head (chain, latest, final, observations) values ($1, $2, $3, 1)
     on conflict (chain) do update
     set latest = excluded.latest, final = excluded.final, observations = head.observations + 1, observed_at = now()
     where head.observations = $4
     returning chain`,
    [chain, observation.head.latest, observation.head.final, since],
  );
  return stored.length > 0;
}

function bySwap(news: readonly News[]): Map<SwapId, News[]> {
  const swaps = new Map<SwapId, News[]>();
  for (const item of news) {
    if (item.swap_id !== null) swaps.set(item.swap_id, [...(swaps.get(item.swap_id) ?? []), item]);
  }
  return swaps;
}

/** What a person reads in the swap's history. */
function summary(record: ObservationRecord, own: readonly News[]): Record<string, unknown> {
  const of = (kind: News['kind']): News[] => own.filter((item) => item.kind === kind);
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
    ...(over.some(({ nonce, expires }) => nonce === null && expires !== null) ? { expired: true } : {}),
    ...(over.some(({ nonce, expires }) => nonce === null && expires === null) ? { coinsSpent: true } : {}),
  };
}

function facts(inclusion: Inclusion, message: number | null): Record<string, unknown> {
  if (inclusion.status === 'unseen' || inclusion.status === 'pending') return { status: inclusion.status };
  const { status, block, succeeded, results } = inclusion;
  return { status, block: block.number, succeeded: (message === null ? undefined : results?.[message]) ?? succeeded };
}
