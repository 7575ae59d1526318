import type { SwapId } from '../../core/swap/ids.ts';
import type { JobSeal } from '../../core/swap/job-seal.ts';
import { openStates, type Swap } from '../../core/swap/swap.ts';
import { encodeJson } from '../json.ts';
import { type SwapRow, swapColumns, swapFromRow } from '../rows/swap-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Swaps that have not ended and whose job has no seal, the oldest first. */
export async function unsealedSwaps(session: SqlSession, limit: number): Promise<Swap[]> {
  const rows = await session.query<SwapRow>(
    `select ${swapColumns} from swaps s where s.job_seal is null and s.state = any($1::text[])
     order by s.position limit $2`,
    [openStates, limit],
  );
  return rows.map(swapFromRow);
}

/** A seal that is there stays. Returns how many swaps have got theirs. */
export async function sealSwaps(
  session: SqlSession,
  seals: readonly { id: SwapId; seal: JobSeal }[],
): Promise<number> {
  const sealed = await session.query(
    `update swaps set job_seal = given.seal from jsonb_to_recordset($1::jsonb) as given(id uuid, seal jsonb)
     where swaps.id = given.id and swaps.job_seal is null returning swaps.id`,
    [encodeJson(seals)],
  );
  return sealed.length;
}
