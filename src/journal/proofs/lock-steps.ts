import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';
import { assertVersion, broken } from '../writes/lock-swap.ts';
import {
  orderOfMessages,
  type StepOfLease,
  type StepsOfLease,
  selectStepsOfLease,
  stepsOfLease,
} from './proven-step.ts';

interface LockedRow extends Omit<StepOfLease, 'step_id'> {
  locked_id: SwapId;
  locked_version: number;
  /** Null: the lease has no step of the swap. */
  step_id: StepOfLease['step_id'] | null;
}

/**
 * Locks a swap, those that have a step of the lease, and, where its proof is in doubt, those that
 * retry them; one after the other in the order of their ids. Gives them with their steps of the
 * lease, as these were when the statement began.
 */
const lock = `
  with recursive of_lease as (
    select st.swap_id as id from lease_steps ls join steps st on st.id = ls.step_id
    where ls.lease_id = $2 and st.swap_id is not null
  ), later(id) as (
    select s.id from swaps s join of_lease on s.retry_of = of_lease.id
    where exists (select from leases where leases.id = $2 and leases.doubt is not null)
    union
    select s.id from swaps s join later on s.retry_of = later.id
  ), wanted as (
    select $1::uuid as id union select id from of_lease union select id from later
  )
  select locked.id as locked_id, locked.version as locked_version, step.*
  from (select id from wanted order by id) wanted
  cross join lateral (select swaps.id, swaps.version from swaps where swaps.id = wanted.id for no key update) locked
  left join (${selectStepsOfLease('$2', '$3')}) step on step.swap_id = locked.id
  ${orderOfMessages('step', 'step')}`;

/**
 * The steps of a lease that is signed, or whose proof is in doubt, under the locks of their swaps.
 * Of a doubted one also those of the swaps that retry them: none of them may sign meanwhile. A
 * lease that is signed gets no other steps any more.
 * @param txId the attempt that a proof names
 */
export async function lockSteps(
  session: SqlSession,
  { swapId, leaseId, version }: Versioned & { leaseId: LeaseId },
  txId?: string,
): Promise<StepsOfLease> {
  const rows = await session.query<LockedRow>(lock, [swapId, leaseId, txId ?? null]);
  const swap = rows.find(({ locked_id: id }) => id === swapId);
  if (!swap) throw noSuchSwap(swapId);
  assertVersion({ id: swapId, version: swap.locked_version }, version);
  const before = rows.filter((row): row is LockedRow & StepOfLease => row.step_id !== null);
  // Whatever changes the lease of one swap raises its version, which is still the one from before
  // this was read. Of others nothing is known of their versions.
  const isRead = before.length === 1 && before[0]?.is_doubted === false;
  const [lease, ...others] = isRead ? before : await stepsOfLease(session, leaseId, txId);
  const isOfSwap = [lease, ...others].some((step) => step?.swap_id === swapId);
  if (!lease || !isOfSwap || !(lease.state === 'signed' || lease.is_doubted)) {
    const state = isOfSwap ? lease?.state : 'not there';
    throw broken(
      'proof_of_signed_lease',
      `lease ${leaseId} of swap ${swapId} is ${state}, not signed`,
    );
  }
  return [lease, ...others];
}
