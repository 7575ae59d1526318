import type { StepId } from '../../core/swap/ids.ts';
import { isRecovery } from '../../core/swap/swap.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { closeUnsigned } from '../writes/close-unsigned.ts';

/**
 * A router may request a refund first and a claim later, or the reverse. An unsigned step of the
 * other kind is closed; a signed one stays, and P2 refuses the new step.
 */
export async function closeOtherRecovery(
  session: SqlSession,
  { swapId, kind }: LeaseRequest,
): Promise<void> {
  if (!isRecovery(kind)) return;
  const other = await session.query<{ id: StepId }>(
    `select st.id from steps st
     where st.swap_id = $1 and st.kind in ('refund', 'claim') and st.kind <> $2 and st.outcome = 'open'
       and not exists (
         select from lease_steps ls join leases l on l.id = ls.lease_id
         where ls.step_id = st.id and l.state <> 'void')`,
    [swapId, kind],
  );
  for (const { id } of other) await closeUnsigned(session, id, []);
}
