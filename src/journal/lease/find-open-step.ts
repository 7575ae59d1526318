import type { StepId } from '../../core/ids.ts';
import type { LeaseRequest } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { stale } from '../writes/lock-swap.ts';

/** The swap's open step of the kind, for another lease. Throws `JOURNAL_STALE` where a lease of it lives. */
export async function findOpenStep(session: SqlSession, request: LeaseRequest): Promise<StepId | undefined> {
  const [step] = await session.query<{ id: StepId; leased: boolean }>(
    `select st.id, exists (select from lease_steps ls where ls.step_id = st.id and ls.live) as leased
     from steps st where st.swap_id = $1 and st.kind = $2 and st.outcome = 'open'`,
    [request.swapId, request.kind],
  );
  if (step?.leased) throw stale(request.swapId, `its ${request.kind} step is leased already`);
  return step?.id;
}
