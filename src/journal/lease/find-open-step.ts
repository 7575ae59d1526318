import type { StepId } from '../../core/ids.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';

/** The swap's open step of the kind, if there is one, and whether a lease of it lives. */
export async function findOpenStep(
  session: SqlSession,
  request: LeaseRequest,
): Promise<{ id: StepId; leased: boolean } | undefined> {
  const [step] = await session.query<{ id: StepId; leased: boolean }>(
    `select st.id, exists (select from lease_steps ls where ls.step_id = st.id and ls.live) as leased
     from steps st where st.swap_id = $1 and st.kind = $2 and st.outcome = 'open'`,
    [request.swapId, request.kind],
  );
  return step;
}
