import type { SwapId } from '../../core/swap/ids.ts';
import type { JobSeal } from '../../core/swap/job-seal.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

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
