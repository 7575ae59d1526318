import type { AttemptId, LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { Inclusion, StepKind } from '../../core/swap/swap.ts';
import type { ObservationRecord } from '../../ports/stores/observation-store.ts';
import { encodeJson } from '../json.ts';
import { newFinalNonces, nonceRows } from './new-final-nonces.ts';

/**
 * A difference between the observation and the journal. `swap_id` is null for steps without a swap.
 */
export interface InclusionChange {
  kind: 'changed' | 'progressed' | 'over' | 'open_again';
  swap_id: SwapId | null;
  lease_id: LeaseId;
  nonce: bigint | null;
  expires: bigint | null;
  step_kind: StepKind;
  /** Null for `over` and `open_again`. */
  attempt_id: AttemptId | null;
  tx_id: string | null;
  /** The stored status, for `changed`. */
  status: Inclusion['status'] | null;
  /** Which of the attempt's messages is the swap's, if it shares the attempt. */
  message: number | null;
}

/** The observed inclusions as rows; $1 of the statements that compare them. */
export const observedColumns =
  'tx_id text, status text, block_number bigint, block_hash text, succeeded boolean, results boolean[], fee_paid numeric';

/**
 * SQL: the attempts on the chain $2 of the rows `seen`. `offset 0` forces a lookup by id: a plan
 * made when the chain had few attempts would read all of them.
 */
export const attemptsSeen =
  'cross join lateral (select * from attempts where attempts.chain = $2 and attempts.tx_id = seen.tx_id offset 0) a';

export function observedRows(attempts: ReadonlyMap<string, Inclusion>): string {
  return encodeJson(
    Array.from(attempts, ([txId, inclusion]) => {
      const { status } = inclusion;
      if (inclusion.status === 'unseen' || inclusion.status === 'pending')
        return { tx_id: txId, status };
      const { block, succeeded, results, feePaid } = inclusion;
      const { number: block_number, hash: block_hash } = block;
      return {
        tx_id: txId,
        status,
        block_number,
        block_hash,
        succeeded,
        results,
        fee_paid: feePaid,
      };
    }),
  );
}

/**
 * SQL: whether an observation revokes that an attempt is final. It shows another block, no block or
 * another result at a final block that is not older; or any of these, if the attempt's block is
 * above the chain's latest one. An endpoint that does not have the block as final yet revokes
 * nothing.
 */
export function contradictsFinal(final: string, latest: string): string {
  return `(a.block_number <= ${final}::bigint or a.block_number > ${latest}::bigint) and (
  seen.block_hash is distinct from a.block_hash
    or (seen.status = 'final' and (seen.succeeded, seen.results) is distinct from (a.succeeded, a.results)))`;
}

/**
 * SQL: CTEs `believed` and `changes`, which compare an observation with the journal: attempts with
 * a different inclusion, included ones that reached `progressDepth`, leases that are over at the
 * final block, and those that no longer are. The parameters are `inclusionChangeParameters`, from
 * $1 on.
 */
export const inclusionChangeExpressions = `
  believed as (${newFinalNonces('$4', '$2', '$8', '$7')}), changes as (
    select 'changed' as kind, a.lease_id, a.id as attempt_id, a.tx_id, a.status, to_jsonb(seen) as seen
    from jsonb_to_recordset($1::jsonb) as seen(${observedColumns})
    ${attemptsSeen}
    join leases l on l.id = a.lease_id and l.state = 'signed'
    where case when a.status = 'final' then ${contradictsFinal('$8', '$7')} else
      (a.status, a.block_number, a.block_hash, a.succeeded, a.results, a.fee_paid) is distinct from
        (seen.status, seen.block_number, seen.block_hash, seen.succeeded, seen.results, seen.fee_paid) end
    union all
    select 'progressed', a.lease_id, a.id, a.tx_id, a.status, null from attempts a
    where a.chain = $2 and a.status = 'included' and not a.progressed and a.block_number <= $3
    union all
    select 'over', l.id, null, null, null, null
    from believed join leases l on l.wallet_id = believed.wallet_id and l.chain = $2 and l.state = 'signed'
    where l.nonce < believed.nonce and l.nonce >= believed.before
    union all
    select 'open_again', l.id, null, null, null, null
    from believed join leases l on l.wallet_id = believed.wallet_id and l.chain = $2 and l.state = 'signed'
    where l.nonce >= believed.nonce and l.nonce < believed.before
    union all
    select 'over', l.id, null, null, null, null
    from leases l left join chain_heads head on head.chain = l.chain
    where l.chain = $2 and l.state = 'signed' and l.expires <= $5::bigint
      and l.expires > coalesce(head.expired_up_to, -1)
    union all
    select 'over', l.id, null, null, null, null
    from leases l
    where l.chain = $2 and l.state = 'signed'
      and exists (select from outpoints o where o.lease_id = l.id and not o.added and o.outpoint = any($6::text[]))
      and not exists (select from outpoints o where o.lease_id = l.id and not o.added and o.spent_at_final)
  )`;

export function inclusionChangeParameters({
  chain,
  progressDepth,
  observation,
}: ObservationRecord) {
  return [
    observedRows(observation.attempts),
    chain,
    observation.head.latest - BigInt(progressDepth),
    nonceRows(observation.finalNonces),
    observation.expiredUpTo ?? null,
    Array.from(observation.finalSpends ?? []).flatMap(([outpoint, isSpent]) =>
      isSpent ? [outpoint] : [],
    ),
    observation.head.latest,
    observation.head.final,
  ] as const;
}
