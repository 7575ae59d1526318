import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, OrderId, StepId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { LeaseState, Outpoint, StepKind } from '../../core/swap/swap.ts';
import { encodeJson } from '../json.ts';
import { type StopRow, selectRule, selectStop } from '../rows/stop-row.ts';
import type { StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * All facts that a signature for a swap is judged by, read at one moment: its lease, its step, its
 * order and the attempts under the lease.
 */
export interface Subject {
  swap_id: SwapId;
  state: LeaseState;
  holder: string;
  in_time: boolean;
  family: string;
  chain: ChainName;
  wallet_id: WalletId;
  nonce: bigint | null;
  step_id: StepId;
  kind: StepKind;
  generation: number;
  order_id: OrderId | null;
  open: boolean | null;
  signable: boolean | null;
  sendable: boolean | null;
  last_seq: number;
  newest: AttemptId | null;
  fees: StoredFee[];
  epoch: bigint;
  stop: StopRow | null;
  /** The same transaction belongs to an attempt already. */
  is_signed: boolean;
  /** How many steps the lease is for. */
  steps: number;
  /** Another live lease has one of the added coins. */
  is_coin_taken: boolean;
}

/** One row for each swap that the lease serves. */
const read = `
  select wanted.swap_id, l.state, l.holder, l.held_until > clock_timestamp() as in_time, l.family, l.chain, l.wallet_id, l.nonce,
    st.id as step_id, st.kind, st.generation, coalesce(wanted.order_id, st.order_id) as order_id, o.open,
    o.sign_by > clock_timestamp() as signable, o.good_until > clock_timestamp() as sendable,
    coalesce(a.last_seq, 0) as last_seq, a.newest, coalesce(a.fees, '[]') as fees,
    (select epoch from journal_instance) as epoch,
    (select row_to_json(stop) from (${selectStop('l.wallet_id', 'l.chain', 'o.provider', selectRule('wanted.swap_id'))}) stop) as stop,
    exists (select from attempts where chain = l.chain and tx_id = $3) as is_signed,
    (select count(*)::int from lease_steps where lease_id = l.id and live) as steps,
    exists (
      select from outpoints
      where chain = l.chain and outpoint = any($4::text[]) and live and lease_id <> l.id) as is_coin_taken
  from jsonb_to_recordset($2::jsonb) as wanted(swap_id uuid, order_id uuid)
  join leases l on l.id = $1
  join lease_steps ls on ls.lease_id = l.id and ls.live
  join steps st on st.id = ls.step_id and st.swap_id = wanted.swap_id
  left join orders o on o.swap_id = wanted.swap_id
    and (o.id = coalesce(wanted.order_id, st.order_id) or (coalesce(wanted.order_id, st.order_id) is null and o.open))
  left join lateral (select max(seq) as last_seq, (array_agg(id order by seq desc))[1] as newest, json_agg(fee) as fees
    from attempts where lease_id = l.id) a on true`;

interface SubjectsRequest {
  leaseId: LeaseId;
  swaps: readonly { swapId: SwapId; orderId?: OrderId }[];
  txId: string;
  added?: readonly Outpoint[];
}

/** In one statement, after the swaps and the lease are locked. */
export function readSubjects(
  session: SqlSession,
  { leaseId, swaps, txId, added = [] }: SubjectsRequest,
): Promise<Subject[]> {
  const wanted = swaps.map(({ swapId, orderId }) => ({ swap_id: swapId, order_id: orderId }));
  return session.query<Subject>(read, [leaseId, encodeJson(wanted), txId, added]);
}
