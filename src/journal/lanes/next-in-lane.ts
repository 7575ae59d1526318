import type { Swap } from '../../core/swap/swap.ts';
import type { Lane } from '../../ports/stores/lane-store.ts';
import { jobFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';
import { atOnce, laneOrder } from './admit.ts';

interface NextRow {
  job: StoredJob;
  consecutive_failures: number;
  reason_code: string | null;
  reason_message: string | null;
}

const next = `
  select s.job, s.consecutive_failures, s.reason_code, s.reason_message
  from (
    select swap_id from lane_swaps
    where wallet_id = $1 and chain = $2 and not has_slot
    order by ${laneOrder}
    limit ${atOnce}) waiting
  join swaps s on s.id = waiting.swap_id`;

export async function nextInLane(
  session: SqlSession,
  { walletId, chain }: Lane,
): Promise<Pick<Swap, 'job' | 'consecutiveFailures' | 'reason'>[]> {
  const rows = await session.query<NextRow>(next, [walletId, chain]);
  return rows.map((row) => ({
    job: jobFromStored(row.job),
    consecutiveFailures: row.consecutive_failures,
    ...(row.reason_code === null
      ? {}
      : { reason: { code: row.reason_code, message: row.reason_message ?? '' } }),
  }));
}
