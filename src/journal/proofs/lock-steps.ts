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
 * Locks a swap, the swaps with a step of the lease, and, if its proof is in doubt, the swaps that
 * retry them; in the order of their ids. Returns them with their steps of the lease as of the
 * statement's start.
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
 * For a doubted lease it also locks the swaps that retry them, so that they sign nothing. A signed
 * lease gets no further steps.
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
  // A change of a single swap's lease raises the version of that swap, which was just compared. The
  // versions of other swaps are unknown, so their steps are read again.
  const isRead = before.length === 1 && before[0]?.is_doubted === false;
  const [lease, ...others] = isRead ? before : await stepsOfLease(session, leaseId, txId);
  const isOfSwap = [lease, ...others].some((step) => step?.swap_id === swapId);
  if (!lease || !isOfSwap || !(lease.state === 'signed' || lease.is_doubted)) {
    const state = isOfSwap ? lease?.state : 'missing';
    throw broken(
      'proof_of_signed_lease',
      `lease ${leaseId} of swap ${swapId} is ${state}, not signed`,
    );
  }
  return [lease, ...others];
}
