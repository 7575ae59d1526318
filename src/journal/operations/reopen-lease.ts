import { randomUUID } from 'node:crypto';
import type { LeaseId, ProofId } from '../../core/swap/ids.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { encodeJson } from '../json.ts';
import { disputeRevival, isPaidSince } from '../proofs/dispute-revival.ts';
import { lockSteps } from '../proofs/lock-steps.ts';
import type { StepOfLease, StepsOfLease } from '../proofs/proven-step.ts';
import { closeUnsignedSteps, returnToOrder } from '../proofs/return-to-order.ts';
import { undoLanding } from '../proofs/undo-landing.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { followSigned } from '../writes/follow-signed.ts';
import { broken } from '../writes/lock-swap.ts';

/**
 * A transaction that was proven landed is no longer on its chain, and no proof says what happened
 * to it. The lease is reopened, and its attempts are sent, bumped or cancelled until a proof says
 * which one landed. Until then nothing else is signed for its steps. If something was signed after
 * the false proof, the lease stays closed, the wallet is frozen, and a person must check.
 */
export async function reopenLease(
  session: SqlSession,
  request: Versioned & { leaseId: LeaseId },
): Promise<void> {
  const { leaseId } = request;
  const steps = await lockSteps(session, request);
  const [lease] = steps;
  if (lease.state !== 'consumed')
    throw broken('reopening_of_landed', `lease ${leaseId} is ${lease.state}, not consumed`);
  const proofId = await insertContradiction(session, leaseId, steps);
  if (await isPaidSince(session, leaseId)) {
    return disputeRevival(session, {
      leaseId,
      proofId,
      steps,
      what: 'the transaction that had used its lease is no longer on the chain',
    });
  }
  await undoLanding(session, leaseId, steps);
  for (const step of steps)
    if (isContinuedPayment(step)) await closeUnsignedSteps(session, step.swap_id);
  await open(session, leaseId, proofId);
  for (const step of steps) await follow(session, { leaseId, proofId, step });
}

function isContinuedPayment({ kind, has_ended: hasEnded }: StepOfLease): boolean {
  return isPayment(kind) && !hasEnded;
}

async function insertContradiction(
  session: SqlSession,
  leaseId: LeaseId,
  steps: StepsOfLease,
): Promise<ProofId> {
  const id = randomUUID() as ProofId;
  const [lease] = steps;
  const before = Object.fromEntries(steps.map(({ step_id: stepId, outcome }) => [stepId, outcome]));
  await session.query(
    `insert into proofs (id, rule, evidence, endpoints, supersedes)
     select $1, 'landed-attempt-gone', $2::jsonb || jsonb_build_object('shown', l.doubt), '[]', $3 from leases l where l.id = $4`,
    [id, encodeJson({ leaseId, finding: { kind: 'gone' }, before }), lease.proof_id, leaseId],
  );
  return id;
}

async function open(session: SqlSession, leaseId: LeaseId, proofId: ProofId): Promise<void> {
  await session.query(
    `update leases set state = 'signed', proof_id = $2, doubt = null, check_at = null where id = $1`,
    [leaseId, proofId],
  );
  await session.query('update lease_steps set live = true where lease_id = $1', [leaseId]);
  await session.query(
    'update outpoints set live = true, spent_at_final = false where lease_id = $1',
    [leaseId],
  );
  await session.query(
    'update reservations set included_block = null, released = false where lease_id = $1',
    [leaseId],
  );
  await session.query(
    `update allowance_needs set included_block = null where lease_id = $1 and state = 'signed'`,
    [leaseId],
  );
}

async function follow(
  session: SqlSession,
  { leaseId, proofId, step }: { leaseId: LeaseId; proofId: ProofId; step: StepOfLease },
): Promise<void> {
  const {
    step_id: stepId,
    swap_id: swapId,
    kind,
    generation,
    chain,
    order_id: orderId,
    outcome: before,
  } = step;
  await session.query(`update steps set outcome = 'open', proof_id = $2 where id = $1`, [
    stepId,
    proofId,
  ]);
  await session.query(
    `update allowances al set approve_step = st.id from steps st
     where st.id = $1 and al.wallet_id = st.wallet_id and al.chain = st.chain and al.token = st.token and al.spender = st.spender`,
    [stepId],
  );
  const data = {
    leaseId,
    proofId,
    supersedes: step.proof_id,
    step: kind,
    generation,
    chain,
    before,
    outcome: 'open',
  };
  const change = isContinuedPayment(step)
    ? ({ state: 'executing', fundsState: 'in_flight', reason: null } as const)
    : {};
  if (isContinuedPayment(step) && orderId)
    await returnToOrder(session, { swapId, orderId, leaseId });
  await changeSwap(session, {
    swapId,
    event: { type: 'proof_superseded', data },
    ...change,
    progress: true,
  });
  if (step.has_ended) await followSigned(session, swapId);
}
