import type { ProofId, StepId } from '../../core/swap/ids.ts';
import type { StepOutcome } from '../../core/swap/swap.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import { scheduleLane } from '../lanes/due-lanes.ts';
import { returnSlots } from '../lanes/leave-lane.ts';
import { applyProof } from '../proofs/apply-proof.ts';
import { correctEnd } from '../proofs/correct-end.ts';
import { contradictoryProofs, dispute, hasFailed } from '../proofs/dispute.ts';
import { newProofId } from '../proofs/insert-proof.ts';
import { lockSteps } from '../proofs/lock-steps.ts';
import { proofSummary } from '../proofs/proof-summary.ts';
import type { StepOfLease, StepsOfLease } from '../proofs/proven-step.ts';
import { closedState } from '../proofs/read-verdict.ts';
import { reviseProof } from '../proofs/revise-proof.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';

/**
 * Only this operation opens the next generation of a step. A lease that serves several swaps is
 * proven for all of them at once. For a proven lease, whose proof is in doubt, it stores whether
 * that proof was right.
 */
export async function prove(session: SqlSession, request: ProofRecord): Promise<ProofId> {
  const { leaseId, proof } = request;
  const steps = await lockSteps(session, request, proof.kind === 'landed' ? proof.txId : undefined);
  const [lease] = steps;
  if (!lease.is_doubted) return proveSigned(session, request, steps);
  const proofId = await reviseProof(session, request, steps);
  await returnSlots(session, [leaseId], 'proven');
  await scheduleLane(session, { walletId: lease.wallet_id, chain: lease.chain });
  return proofId;
}

async function proveSigned(
  session: SqlSession,
  request: ProofRecord,
  steps: StepsOfLease,
): Promise<ProofId> {
  const { leaseId, proof } = request;
  const [lease] = steps;
  const state = await closedState(session, lease.chain, leaseId, proof);
  const proofId = newProofId();
  const supersedes = lease.proof_id;
  const outcomes = await applyProof(session, { leaseId, proof, proofId, supersedes, state, steps });
  const before = outcomesBefore(lease);
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index] ?? 'dead';
    const event = {
      type: 'lease_proven',
      data: proofSummary(request, step, outcome, proofId),
    } as const;
    await changeSwap(session, { swapId: step.swap_id, event, progress: true });
    const hadLanded = before !== undefined && (before[step.step_id] ?? 'landed') === 'landed';
    if (hadLanded && hasFailed(step, outcome))
      await dispute(session, step, contradictoryProofs(step));
    if (step.has_ended) await correctEnd(session, step, outcome);
  }
  return proofId;
}

/**
 * The earlier outcomes of a reopened lease's steps, by id; empty if an earlier version reopened it.
 * Undefined: the lease is proven for the first time.
 */
function outcomesBefore(lease: StepOfLease): Partial<Record<StepId, StepOutcome>> | undefined {
  return lease.proof_id === null ? undefined : (lease.outcomes_before ?? {});
}
