import type { LeaseId, ProofId } from '../../core/swap/ids.ts';
import { isPayment, type StepOutcome } from '../../core/swap/swap.ts';
import type { ProofRecord } from '../../ports/stores/signing-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearTimerIfProven } from '../writes/follow-signed.ts';
import { broken } from '../writes/lock-swap.ts';
import { applyProof, outcomesOf } from './apply-proof.ts';
import { correctEnd } from './correct-end.ts';
import { contradictoryProofs, dispute, hasFailed } from './dispute.ts';
import { disputeRevival, isPaidSince } from './dispute-revival.ts';
import { finalizeAttempt } from './finalize-attempt.ts';
import { insertProof, newProofId } from './insert-proof.ts';
import { nextCheck } from './next-check.ts';
import { proofSummary } from './proof-summary.ts';
import type { StepOfLease, StepsOfLease } from './proven-step.ts';
import { type ClosedState, closedState } from './read-verdict.ts';
import { closeUnsignedSteps, returnToOrder } from './return-to-order.ts';
import { undoLanding } from './undo-landing.ts';

type Request = Pick<ProofRecord, 'leaseId' | 'proof'>;

/**
 * Decides the doubt about a proven lease. A proof with the same result ends the doubt. A different
 * one supersedes the old proof with all its consequences. If something was signed since that may
 * have paid the same, the lease stays closed, the wallet is frozen, and a person must check.
 * Returns the valid proof.
 */
export async function reviseProof(
  session: SqlSession,
  request: Request,
  steps: StepsOfLease,
): Promise<ProofId> {
  const { leaseId, proof } = request;
  const [lease] = steps;
  const state = await closedState(session, lease.chain, leaseId, proof);
  const outcomes = outcomesBy(request, steps);
  const isSame =
    state === lease.state && steps.every(({ outcome }, index) => outcome === outcomes[index]);
  if (isSame && lease.proof_id !== null && (await hasLandedBefore(session, request))) {
    await confirm(session, request, steps, lease.proof_id);
    return lease.proof_id;
  }
  const proofId = newProofId();
  const mayHavePaid = state === 'dead' || outcomes.includes('landed');
  if (
    (mayHavePaid && (await isPaidSince(session, leaseId))) ||
    (await isKeyTaken(session, leaseId, state))
  ) {
    await insertProof(session, { proofId, leaseId, proof, supersedes: lease.proof_id });
    await disputeRevival(session, { leaseId, proofId, steps, what: describeFinding(proof) });
    return proofId;
  }
  await supersede(session, request, { proofId, state, steps, outcomes });
  return proofId;
}

/** Whether the proof's attempt is the one that had landed; true if the proof names none. */
async function hasLandedBefore(session: SqlSession, { leaseId, proof }: Request): Promise<boolean> {
  if (proof.kind !== 'landed') return true;
  const landed = await session.query(
    `select from attempts where lease_id = $1 and tx_id = $2 and status = 'final'`,
    [leaseId, proof.txId],
  );
  return landed.length > 0;
}

interface Revision {
  proofId: ProofId;
  state: ClosedState;
  steps: StepsOfLease;
  outcomes: readonly StepOutcome[];
}

async function supersede(
  session: SqlSession,
  { leaseId, proof }: Request,
  { proofId, state, steps, outcomes }: Revision,
): Promise<void> {
  await undoLanding(session, leaseId, steps);
  for (const [index, step] of steps.entries()) {
    if (isRevived(step, outcomes[index])) await closeUnsignedSteps(session, step.swap_id);
  }
  const [{ proof_id: supersedes }] = steps;
  await applyProof(session, { leaseId, proof, proofId, supersedes, state, steps });
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index] ?? 'dead';
    const data = {
      ...proofSummary({ leaseId, proof }, step, outcome, proofId),
      ...whatItSupersedes(step),
    };
    await changeSwap(session, {
      swapId: step.swap_id,
      event: { type: 'proof_superseded', data },
      progress: true,
    });
    if (isRevived(step, outcome)) {
      const block = proof.kind === 'landed' ? { block: proof.block.number } : {};
      if (step.order_id)
        await returnToOrder(session, {
          swapId: step.swap_id,
          orderId: step.order_id,
          leaseId,
          ...block,
        });
      await returnToSettling(session, step);
    } else if (step.outcome === 'landed' && hasFailed(step, outcome)) {
      await dispute(session, step, contradictoryProofs(step));
    }
    if (step.has_ended) await correctEnd(session, step, outcome);
  }
}

/** Whether a payment of a swap that has not ended counts again. */
function isRevived(
  { kind, outcome, has_ended: hasEnded }: StepOfLease,
  now: StepOutcome | undefined,
): boolean {
  return isPayment(kind) && !hasEnded && outcome !== 'landed' && now === 'landed';
}

/** The money was sent, so the swap settles again. */
async function returnToSettling(
  session: SqlSession,
  { swap_id: swapId }: StepOfLease,
): Promise<void> {
  const [state, fundsState] = ['settling', 'in_flight'] as const;
  await changeSwap(session, {
    ...{ swapId, state, fundsState, reason: null, progress: true },
    event: { type: 'state_changed', data: { to: state, fundsState } },
  });
}

/** The proof was right. Stores the attempt's block, which may have changed. */
async function confirm(
  session: SqlSession,
  request: Request,
  steps: StepsOfLease,
  proofId: ProofId,
): Promise<void> {
  const { leaseId, proof } = request;
  if (proof.kind === 'landed') await finalizeAttempt(session, leaseId, proof);
  await session.query(
    `update leases set doubt = null, check_at = ${nextCheck('checks')} where id = $1`,
    [leaseId],
  );
  for (const step of steps) {
    const data = proofSummary({ leaseId, proof }, step, step.outcome, proofId);
    await changeSwap(session, { swapId: step.swap_id, event: { type: 'proof_confirmed', data } });
    if (step.has_ended) await clearTimerIfProven(session, step.swap_id);
  }
}

function whatItSupersedes({
  proof_id: supersedes,
  outcome: before,
}: StepOfLease): Record<string, unknown> {
  return { supersedes, before };
}

function describeFinding(proof: ProofRecord['proof']): string {
  return proof.kind === 'landed'
    ? `${proof.txId} landed in block ${proof.block.number}`
    : 'another transaction used its lease';
}

/**
 * The outcome of each step by the proof. Throws `JOURNAL_BROKEN_INVARIANT` for an attempt of
 * another lease.
 */
function outcomesBy({ leaseId, proof }: Request, steps: StepsOfLease): StepOutcome[] {
  if (proof.kind === 'landed' && !steps[0].attempt) {
    throw broken('proof_of_attempt', `lease ${leaseId} has no attempt ${proof.txId}`);
  }
  return outcomesOf(steps, proof);
}

/**
 * Whether another lease has the same nonce or seqno now. At most one of the two was used by its own
 * attempt.
 */
async function isKeyTaken(
  session: SqlSession,
  leaseId: LeaseId,
  state: ClosedState,
): Promise<boolean> {
  if (state === 'expired') return false;
  const others = await session.query(
    `select from leases l join leases other on other.chain = l.chain and other.key = l.key and other.id <> l.id
     where l.id = $1 and other.state not in ('void', 'expired') limit 1`,
    [leaseId],
  );
  return others.length > 0;
}
