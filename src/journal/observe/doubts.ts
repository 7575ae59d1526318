import type { LeaseId, SwapId } from '../../core/ids.ts';
import type { ObservationRecord } from '../../ports/journal.ts';
import { encodeJson } from '../json.ts';
import { nextCheck } from '../proofs/next-check.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { contradictsFinal, observedColumns, observedRows } from './find-news.ts';

/** What the chain shows of a lease that its proof does not fit. */
export interface Doubt {
  lease_id: LeaseId;
  swap_id: SwapId;
  tx_id: string;
  /** `shown`: an attempt that the proof does not count, or that ended otherwise, is in a block; `gone`: the one that landed is in none. */
  kind: 'shown' | 'gone';
  status: string;
  block: bigint | null;
  succeeded: boolean | null;
}

/**
 * Compares proven leases with an observation that includes their attempts. A transaction in a block speaks against a proof that does not
 * count it, whatever the block's depth: what is proven can not be included later.
 */
export async function findDoubts(session: SqlSession, { chain, observation }: ObservationRecord): Promise<Doubt[]> {
  return await session.query<Doubt>(
    `select distinct on (l.id, st.swap_id) l.id as lease_id, st.swap_id, a.tx_id, seen.status, seen.block_number as block, seen.succeeded,
       case when seen.status in ('included', 'final') then 'shown' else 'gone' end as kind
     from jsonb_to_recordset($1::jsonb) as seen(${observedColumns})
     join attempts a on a.chain = $2 and a.tx_id = seen.tx_id
     join leases l on l.id = a.lease_id and l.check_at <= now() and l.doubt is null
     join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
     where case when a.status = 'final' then ${contradictsFinal('$3', '$4')} else seen.status in ('included', 'final') end
     order by l.id, st.swap_id, (seen.status in ('included', 'final')) desc`,
    [observedRows(observation.attempts), chain, observation.head.final, observation.head.latest],
  );
}

/** Wakes their swaps, those that have ended too: nothing is signed for them until a proof has decided. Their swaps are locked. */
export async function storeDoubts(
  session: SqlSession,
  chain: string,
  doubts: readonly Doubt[],
): Promise<{ swapId: SwapId; version: number }[]> {
  const changed: { swapId: SwapId; version: number }[] = [];
  for (const { lease_id: leaseId, swap_id: swapId, tx_id: txId, ...shown } of doubts) {
    const { kind, status, block, succeeded } = shown;
    const doubt = { kind, txId, status, ...(block === null ? {} : { block, succeeded }) };
    await session.query('update leases set doubt = $2::jsonb where id = $1', [leaseId, encodeJson(doubt)]);
    await session.query(
      `insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do update set due_at = now()`,
      [swapId],
    );
    const event = { type: 'proof_doubted', data: { leaseId, chain, ...doubt } } as const;
    changed.push({ swapId, version: await changeSwap(session, { swapId, event }) });
  }
  return changed;
}

/** Leases whose proof an observation has been compared with are compared again later, a few times. */
export async function countChecks(session: SqlSession, { chain, observation }: ObservationRecord): Promise<void> {
  await session.query(
    `update leases set checks = checks + 1, check_at = ${nextCheck('checks + 1')}
     where chain = $1 and check_at <= now() and id in (
       select lease_id from attempts where chain = $1 and tx_id = any($2::text[]))`,
    [chain, [...observation.attempts.keys()]],
  );
}
