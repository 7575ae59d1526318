import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { AttemptKind, StepKind, SwapState } from '../../core/swap/swap.ts';
import type { AttemptKey } from '../../ports/stores/recovery-store.ts';
import type { SqlSession } from '../sql-client.ts';

/** A lost attempt of one swap. SQL reads its other columns from the row. */
export interface LostAttemptRow {
  chain: ChainName;
  tx_id: string;
  /** The swap that it was signed for, under its id at that time. */
  swap_id: SwapId;
  idem_key: string;
  body_hash: string;
  sequence: bigint;
  account: string;
  family: Family;
  nonce: bigint | null;
  expires: bigint | null;
  step_kind: StepKind;
  attempt_kind: AttemptKind;
  /** How many swaps the attempt serves. */
  shares: number;
  message: number | null;
  /** The swaps that its swap retries, oldest first. */
  retries: RetriedSwap[];
  refused: string | null;
  /** The parent transaction of a CPFP child. */
  boost_of: string | null;
}

export interface RetriedSwap {
  id: SwapId;
  idem_key: string;
  body_hash: string;
  state: SwapState;
  reason_code: string | null;
  reason_message: string | null;
}

/** The key of a lost attempt's row, as `$1`, `$2` and `$3`. */
export function keyOf({
  chain,
  tx_id: txId,
  swap_id: swapId,
}: LostAttemptRow): [string, string, string] {
  return [chain, txId, swapId];
}

/** All rows of an attempt that is not imported yet, locked, so that only one process imports it. */
export function lockLostAttempt(
  session: SqlSession,
  { chain, txId }: AttemptKey,
): Promise<LostAttemptRow[]> {
  return session.query<LostAttemptRow>(
    `select lost.chain, lost.tx_id, lost.swap_id, lost.idem_key, lost.sequence, lost.account, lost.step_kind, lost.attempt_kind,
       lost.refused, lost.replay->'swap'->>'body_hash' as body_hash, lost.replay->'lease'->>'family' as family,
       lost.replay->'boost'->>'of' as boost_of,
       (lost.replay->'lease'->>'nonce')::bigint as nonce, (lost.replay->'lease'->>'expires')::bigint as expires,
       (lost.replay->'step'->>'of')::int as shares, (lost.replay->'step'->>'message')::int as message,
       (select coalesce(json_agg(json_build_object('id', r->>'id', 'idem_key', r->>'idem_key', 'body_hash', r->>'body_hash',
          'state', r->>'state', 'reason_code', r->>'reason_code', 'reason_message', r->>'reason_message') order by place), '[]')
        from jsonb_array_elements(coalesce(lost.replay->'retries', '[]')) with ordinality retried(r, place)) as retries
     from lost_attempts lost
     where lost.chain = $1 and lost.tx_id = $2 and lost.imported_at is null and lost.adopted_at is null
     order by message nulls first, lost.swap_id
     for update`,
    [chain, txId],
  );
}
