import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { LeaseId } from '../../core/swap/ids.ts';
import type { AttemptKind, LeaseState, StepOutcome } from '../../core/swap/swap.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import type { SqlSession } from '../sql-client.ts';
import type { Landed } from './finalize-attempt.ts';
import type { StepOfLease } from './proven-step.ts';

export type ClosedState = Extract<LeaseState, 'consumed' | 'expired' | 'dead'>;

function stateAfter({ kind }: ProofRecord['proof']): ClosedState {
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

/** The lease's state after the proof. */
export async function closedState(
  session: SqlSession,
  chain: ChainName,
  leaseId: LeaseId,
  proof: ProofRecord['proof'],
): Promise<ClosedState> {
  return (await isUsedByOwn(session, chain, leaseId, proof)) ? 'expired' : stateAfter(proof);
}

/**
 * Whether only our own transactions used the lease. A CPFP child that was given up may still land
 * and spend its parent's change; its fee is in the fees of the parent's swap. An attempt of another
 * swap may have spent a coin that an outdated endpoint showed as unspent. An attempt of the same
 * swap does not count: it may have paid, contrary to the proof. A lost attempt that is not imported
 * is ours too; one of the same swap is its next payment, which blocks any other until it is
 * imported.
 */
async function isUsedByOwn(
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
