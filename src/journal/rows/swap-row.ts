import type { SwapId } from '../../core/swap/ids.ts';
import type { Job } from '../../core/swap/job.ts';
import type { JobSeal } from '../../core/swap/job-seal.ts';
import type { FundsState, Leg, RouterStatus, Swap, SwapState } from '../../core/swap/swap.ts';
import { jobFromStored, type StoredJob } from './stored-job.ts';

export interface SwapRow {
  id: SwapId;
  idem_key: string;
  retry_of: SwapId | null;
  /** Its job differs from that of `retry_of`. */
  is_edit: boolean;
  job: StoredJob;
  job_seal: JobSeal | null;
  state: SwapState;
  funds_state: FundsState;
  reason_code: string | null;
  reason_message: string | null;
  fee_spent: bigint;
  version: number;
  consecutive_failures: number;
  router_status: string | null;
  router_destination_chain: string | null;
  router_destination_tx_id: string | null;
  router_asked_at: number | null;
  router_first_asked_at: number | null;
  router_status_since: number | null;
  created_at: number;
  updated_at: number;
  is_paid: boolean;
  cancel_requested_at: number | null;
  held_until: number | null;
  ended_as: SwapState | null;
  legs: (Omit<Leg, 'amount'> & { amount: string })[];
}

/** Select list of a `SwapRow` from `swaps s`. */
export const swapColumns = `s.id, s.idem_key, s.retry_of, s.is_edit, s.job, s.job_seal, s.state, s.funds_state, s.reason_code, s.reason_message,
  s.fee_spent, s.version, s.consecutive_failures, s.router_status, s.router_destination_chain, s.router_destination_tx_id,
  s.router_asked_at, s.router_first_asked_at, (s.router_status_times->>s.router_status)::float8 as router_status_since, s.created_at, s.updated_at,
  s.landed_order is not null as is_paid, s.cancel_requested_at, s.held_until, s.ended_as,
  coalesce((
    select json_agg(json_build_object('chain', l.chain, 'txId', l.tx_id, 'index', l.index, 'token', l.token,
      'amount', l.amount::text, 'role', l.role, 'level', l.level) order by l.chain, l.tx_id, l.index)
    from legs l where l.swap_id = s.id and not l.released
  ), '[]') as legs`;

export function swapFromRow(row: SwapRow): Swap {
  const routerStatus = routerStatusOf(row);
  const job = jobFromStored(row.job);
  return {
    id: row.id,
    idempotencyKey: row.idem_key,
    ...predecessorOf(row),
    job,
    ...(row.job_seal === null ? {} : { seal: row.job_seal }),
    state: row.state,
    fundsState: row.funds_state,
    ...(row.reason_code === null
      ? {}
      : { reason: { code: row.reason_code, message: row.reason_message ?? '' } }),
    version: row.version,
    consecutiveFailures: row.consecutive_failures,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // A negative one, which only another writer can have stored, would leave more to spend.
    feeSpent: row.fee_spent > 0n ? row.fee_spent : 0n,
    ...(routerStatus ? { routerStatus } : {}),
    legs: row.legs.map((leg) => legFromRow(leg, job)),
    ...(row.is_paid ? { isPaid: true } : {}),
    ...(row.cancel_requested_at === null ? {} : { cancelRequestedAt: row.cancel_requested_at }),
    ...(row.held_until === null ? {} : { heldUntil: row.held_until }),
    ...(row.ended_as === null ? {} : { endedAs: row.ended_as }),
  };
}

/** The swap whose place it has. */
export function predecessorOf({
  retry_of: old,
  is_edit: isEdit,
}: Pick<SwapRow, 'retry_of' | 'is_edit'>): Pick<Swap, 'retryOf' | 'replaces'> {
  if (old === null) return {};
  return isEdit ? { replaces: old } : { retryOf: old };
}

/** No chain shows a payout on a chain that is not configured, or a leg that a person reported. */
function legFromRow({ amount, ...leg }: SwapRow['legs'][number], { to }: Job): Leg {
  const promised =
    leg.level === 'operator-reported' || (to.reportedOnly === true && leg.role === 'payout');
  return { ...leg, amount: BigInt(amount), ...(promised ? { promised } : {}) };
}

function routerStatusOf(row: SwapRow): RouterStatus | undefined {
  if (row.router_status === null || row.router_asked_at === null) return undefined;
  const { router_destination_chain: chain, router_destination_tx_id: txId } = row;
  return {
    status: row.router_status,
    ...(chain !== null && txId !== null ? { destination: { chain, txId } } : {}),
    at: row.router_asked_at,
    firstAskedAt: row.router_first_asked_at ?? row.router_asked_at,
    since: row.router_status_since ?? row.router_asked_at,
  };
}
