import type { SwapId } from '../../core/swap/ids.ts';
import type { LeaseState, StepKind } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { VoidRequest } from '../../ports/stores/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { broken, lockSwaps } from '../writes/lock-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';

/** Voids a held lease. A lease that is void already stays so. */
export async function voidLease(session: SqlSession, request: VoidRequest): Promise<void> {
  const { leaseId, reason, judged } = request;
  const steps = await session.query<{
    swap_id: SwapId;
    kind: StepKind;
    chain: string;
    nonce: bigint | null;
  }>(
    `select st.swap_id, st.kind, l.chain, l.nonce
     from leases l join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
     where l.id = $1 and st.swap_id is not null`,
    [leaseId],
  );
  if (steps.length === 0) throw new FerrymanError('NOT_FOUND', `there is no lease ${leaseId}`);
  await lockSwaps(
    session,
    steps.map(({ swap_id: swapId }) => swapId),
  );
  const [lease] = await session.query<{ state: LeaseState }>(
    'select state from leases where id = $1',
    [leaseId],
  );
  if (lease?.state === 'void') return;
  if (lease?.state !== 'held')
    throw broken('void_signed_lease', `lease ${leaseId} is ${lease?.state}, not held`);
  await voidLeases(session, [leaseId]);
  for (const { swap_id: swapId, kind, chain, nonce } of steps) {
    await changeSwap(session, {
      swapId,
      event: {
        type: 'lease_voided',
        data: {
          leaseId,
          why: 'given_back',
          step: kind,
          chain,
          ...(nonce === null ? {} : { nonce }),
          reason,
          ...(judged?.swapId === swapId ? { guard: judged.trace } : {}),
        },
      },
    });
  }
}
