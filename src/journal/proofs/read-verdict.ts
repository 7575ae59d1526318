import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { LeaseId } from '../../core/swap/ids.ts';
import type { AttemptKind, LeaseState, StepOutcome } from '../../core/swap/swap.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import type { SqlSession } from '../sql-client.ts';
import type { Landed } from './finalize-attempt.ts';
import type { StepOfLease } from './proven-step.ts';

export type ClosedState = Extract<LeaseState, 'consumed' | 'expired' | 'dead'>;

function stateBy({ kind }: ProofRecord['proof']): ClosedState {
  switch (kind) {
    case 'landed':
      return 'consumed';
    case 'expired':
      return 'expired';
    case 'used_by_stranger':
      return 'dead';
    default:
      return assertNever(kind, 'proof');
  }
}

export function outcomeOf(
  kind: AttemptKind,
  { message }: Pick<StepOfLease, 'message'>,
  { succeeded, results }: Landed,
): StepOutcome {
  if (kind === 'cancel') return 'dead';
  return ((message === null ? undefined : results?.[message]) ?? succeeded)
    ? 'landed'
    : 'reverted_final';
}

/** The state in which the proof leaves its lease. */
export async function closedState(
  session: SqlSession,
  chain: ChainName,
  leaseId: LeaseId,
  proof: ProofRecord['proof'],
): Promise<ClosedState> {
  return (await isSpentByOurselves(session, chain, leaseId, proof)) ? 'expired' : stateBy(proof);
}

/**
 * Whether what used the lease are transactions of our own, and nobody else's. A child that was
 * given up for lost may land after all, and then has what comes back of its parent been spent by
 * ourselves; its fee is in the fees of its parent's swap. An attempt of another swap spent what an
 * endpoint that was late showed as unspent; one of the same swap may have paid for it, against what
 * was proven before. An attempt that the journal has lost and not imported is no stranger's either;
 * of the same swap it is the next payment, which keeps out any other until it is imported.
 */
async function isSpentByOurselves(
  session: SqlSession,
  chain: ChainName,
  leaseId: LeaseId,
  proof: ProofRecord['proof'],
): Promise<boolean> {
  const { usedBy = [] } = proof.evidence;
  if (proof.kind !== 'used_by_stranger' || usedBy.length === 0) return false;
  const known = await session.query(
    `select tx_id from boosts where chain = $1 and tx_id = any($2::text[])
     union
     select a.tx_id from attempts a where a.chain = $1 and a.tx_id = any($2::text[]) and not exists (
       select from lease_steps ls join steps st on st.id = ls.step_id join steps own on own.swap_id = st.swap_id
       join lease_steps mine on mine.step_id = own.id
       where ls.lease_id = a.lease_id and mine.lease_id = $3)
     union
     select lost.tx_id from lost_attempts lost join leases l on l.id = $3
     where lost.chain = $1 and lost.tx_id = any($2::text[]) and lost.imported_at is null and lost.adopted_at is null
     group by lost.tx_id having not bool_or(is_of_lease(lost, l))`,
    [chain, usedBy, leaseId],
  );
  return known.length === new Set(usedBy).size;
}
