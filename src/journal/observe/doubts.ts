import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { Lease } from '../../core/swap/swap.ts';
import type { ObservationRecord } from '../../ports/stores/observation-store.ts';
import { encodeJson } from '../json.ts';
import { nextCheck } from '../proofs/next-check.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearTimerIfProven } from '../writes/follow-signed.ts';
import {
  attemptsSeen,
  contradictsFinal,
  observedColumns,
  observedRows,
} from './inclusion-change.ts';
import { nonceRows } from './new-final-nonces.ts';

/** An observation of a lease that contradicts its proof. */
export interface Doubt {
  lease_id: LeaseId;
  swap_id: SwapId;
  tx_id: string;
  kind: NonNullable<Lease['doubt']>;
  status: string;
  block: bigint | null;
  succeeded: boolean | null;
}

/**
 * Compares proven leases with an observation that includes their attempts. An included transaction
 * that the proof does not count contradicts it at any depth: a correct proof excludes later
 * inclusion.
 */
export async function findDoubts(
  session: SqlSession,
  { chain, observation }: ObservationRecord,
): Promise<Doubt[]> {
  return await session.query<Doubt>(
    `select distinct on (l.id, st.swap_id) l.id as lease_id, st.swap_id, a.tx_id, seen.status, seen.block_number as block, seen.succeeded,
       case when seen.status in ('included', 'final') then 'shown' when ${isUnused} then 'gone' else 'replaced' end as kind
     from jsonb_to_recordset($1::jsonb) as seen(${observedColumns})
     ${attemptsSeen}
     join leases l on l.id = a.lease_id and l.check_at <= now() and l.doubt is null
     join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
     where st.swap_id is not null and case when a.status = 'final' then ${contradictsFinal('$3', '$4')} else seen.status in ('included', 'final') end
     order by l.id, st.swap_id, (seen.status in ('included', 'final')) desc`,
    [
      observedRows(observation.attempts),
      chain,
      observation.head.final,
      observation.head.latest,
      nonceRows(observation.finalNonces),
      observation.expiredUpTo ?? null,
      Array.from(observation.finalSpends ?? []).flatMap(([outpoint, isSpent]) =>
        isSpent ? [] : [outpoint],
      ),
    ],
  );
}

/** SQL: whether the observation shows that the lease `l` is unused and has not expired. */
const isUnused = `case
  when l.nonce is not null then exists (
    select from jsonb_to_recordset($5::jsonb) as read(account text, nonce bigint)
    where read.account = l.account and read.nonce <= l.nonce)
  when l.expires is not null then coalesce(l.expires > $6::bigint, false)
  else not exists (
    select from outpoints o where o.lease_id = l.id and not o.added and not o.outpoint = any($7::text[]))
  end`;

/**
 * Ends the doubts about attempts that had left their blocks and are there again as proven. Nothing
 * was signed during the doubt. A doubt that may lead to another payment needs a proof.
 */
export async function endDoubts(
  session: SqlSession,
  { chain, observation }: ObservationRecord,
  swaps: ReadonlySet<SwapId>,
): Promise<{ swapId: SwapId; version: number }[]> {
  const changed: { swapId: SwapId; version: number }[] = [];
  for (const { lease_id: leaseId, swap_id: swapId, tx_id: txId } of await findEnded(session, {
    chain,
    observation,
  })) {
    if (!swaps.has(swapId)) continue;
    await session.query('update leases set doubt = null where id = $1', [leaseId]);
    const event = { type: 'proof_confirmed', data: { leaseId, chain, txId } } as const;
    changed.push({ swapId, version: await changeSwap(session, { swapId, event }) });
    await clearTimerIfEnded(session, swapId);
  }
  return changed;
}

export async function findEnded(
  session: SqlSession,
  { chain, observation }: Pick<ObservationRecord, 'chain' | 'observation'>,
): Promise<Pick<Doubt, 'lease_id' | 'swap_id' | 'tx_id'>[]> {
  return await session.query(
    `select l.id as lease_id, st.swap_id, a.tx_id
     from jsonb_to_recordset($1::jsonb) as seen(${observedColumns})
     ${attemptsSeen}
     join leases l on l.id = a.lease_id and a.status = 'final' and seen.status = 'final' and l.doubt->>'kind' in ('gone', 'replaced')
     join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
     where (seen.block_hash, seen.succeeded, seen.results) is not distinct from (a.block_hash, a.succeeded, a.results)`,
    [observedRows(observation.attempts), chain],
  );
}

async function clearTimerIfEnded(session: SqlSession, swapId: SwapId): Promise<void> {
  const ended = await session.query('select from swaps s where s.id = $1 and has_ended(s)', [
    swapId,
  ]);
  if (ended.length > 0) await clearTimerIfProven(session, swapId);
}

/**
 * Stores doubts and makes their swaps due, ended ones too: nothing is signed for them until a proof
 * decides. Their swaps are locked.
 */
export async function storeDoubts(
  session: SqlSession,
  chain: string,
  doubts: readonly Doubt[],
): Promise<{ swapId: SwapId; version: number }[]> {
  const changed: { swapId: SwapId; version: number }[] = [];
  for (const { lease_id: leaseId, swap_id: swapId, tx_id: txId, ...shown } of doubts) {
    const { kind, status, block, succeeded } = shown;
    const doubt = { kind, txId, status, ...(block === null ? {} : { block, succeeded }) };
    await session.query('update leases set doubt = $2::jsonb where id = $1', [
      leaseId,
      encodeJson(doubt),
    ]);
    await session.query(
      `insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do update set due_at = now()`,
      [swapId],
    );
    const event = { type: 'proof_doubted', data: { leaseId, chain, ...doubt } } as const;
    changed.push({ swapId, version: await changeSwap(session, { swapId, event }) });
  }
  return changed;
}

/** Schedules the next comparison of the proofs that the observation was compared with. */
export async function countChecks(
  session: SqlSession,
  { chain, observation }: ObservationRecord,
): Promise<void> {
  await session.query(
    `update leases set checks = checks + 1, check_at = ${nextCheck('checks + 1')}
     where chain = $1 and check_at <= now() and id in (
       select lease_id from attempts where chain = $1 and tx_id = any($2::text[]))`,
    [chain, [...observation.attempts.keys()]],
  );
}
