import type { LeaseId, SwapId } from '../../core/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Versioned } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { assertVersion, broken, lockSwaps } from '../writes/lock-swap.ts';
import { type StepsOfLease, stepsOfLease } from './proven-step.ts';

/**
 * The steps of a lease that is signed, or whose proof is in doubt, under the locks of their swaps. Of a doubted one also those of
 * the swaps that retry them: none of them may sign meanwhile.
 */
export async function lockSteps(
  session: SqlSession,
  { swapId, leaseId, version }: Versioned & { leaseId: LeaseId },
): Promise<StepsOfLease> {
  // A lease that is signed gets no other steps any more.
  const before = await stepsOfLease(session, leaseId);
  const swaps = before.map(({ swap_id: id }) => id);
  const retries = before[0]?.is_doubted ? await retriesOf(session, swaps) : [];
  const locked = await lockSwaps(session, [swapId, ...swaps, ...retries]);
  const swap = locked.find(({ id }) => id === swapId);
  if (!swap) throw new FerrymanError('NOT_FOUND', `there is no swap ${swapId}`);
  assertVersion(swap, version);
  const [lease, ...others] = await stepsOfLease(session, leaseId);
  const isOfSwap = [lease, ...others].some((step) => step?.swap_id === swapId);
  if (!lease || !isOfSwap || !(lease.state === 'signed' || lease.is_doubted)) {
    const state = isOfSwap ? lease?.state : 'not there';
    throw broken('proof_of_signed_lease', `lease ${leaseId} of swap ${swapId} is ${state}, not signed`);
  }
  return [lease, ...others];
}

async function retriesOf(session: SqlSession, ids: readonly SwapId[]): Promise<SwapId[]> {
  const later = await session.query<{ id: SwapId }>(
    `with recursive later(id) as (
       select id from swaps where retry_of = any($1::uuid[])
       union
       select s.id from swaps s join later on s.retry_of = later.id
     )
     select id from later`,
    [ids],
  );
  return later.map(({ id }) => id);
}
