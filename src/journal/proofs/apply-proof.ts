import type { AttemptId, LeaseId, OrderId, ProofId } from '../../core/ids.ts';
import { type AttemptKind, isPayment, type StepOutcome } from '../../core/swap.ts';
import type { ProofRecord } from '../../ports/journal.ts';
import type { LeaseProof } from '../../ports/lease-proof.ts';
import { largestFee } from '../lease/largest-fee.ts';
import { boostFees } from '../operations/boost.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { broken } from '../writes/lock-swap.ts';
import { nextCheck } from './next-check.ts';
import type { StepOfLease } from './proven-step.ts';
import { type ClosedState, outcomeOf } from './read-verdict.ts';
import { settleAllowance, settleReservations } from './settle-lease.ts';

type Landed = Extract<LeaseProof, { kind: 'landed' }>;

interface Application extends Pick<ProofRecord, 'leaseId' | 'proof'> {
  proofId: ProofId;
  state: ClosedState;
  steps: readonly [StepOfLease, ...StepOfLease[]];
}

/**
 * Writes what a proof means for the lease, its attempts, steps, reservations, allowances and fees. Returns the outcome of
 * each step. The swaps are locked.
 */
export async function applyProof(session: SqlSession, application: Application): Promise<readonly StepOutcome[]> {
  const { leaseId, proof, proofId, state, steps } = application;
  const [lease] = steps;
  const landed = proof.kind === 'landed' ? await finalizeAttempt(session, leaseId, proof) : undefined;
  if (!landed) await assertNoneIncluded(session, leaseId);
  await closeLease(session, leaseId, state, proofId);
  await settleReservations(session, lease, leaseId, proof);
  const outcomes = steps.map((step) =>
    landed && proof.kind === 'landed' ? outcomeOf(landed.kind, step, proof) : 'dead',
  );
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index] ?? 'dead';
    await session.query('update steps set outcome = $2, proof_id = $3 where id = $1', [step.step_id, outcome, proofId]);
    await settleAllowance(session, step, leaseId, outcome, proof);
    if (!landed || proof.kind !== 'landed') continue;
    // A child lands with its attempt. Which of several did is not asked: at most it was the dearest.
    const fee = proof.feePaid + largestFee(await boostFees(session, landed.id));
    const landedOrder = outcome === 'landed' && isPayment(step.kind) ? (landed.order_id ?? step.order_id) : null;
    // What a claim costs on the destination chain is in another coin.
    await session.query(
      `update swaps set fee_spent = fee_spent + case when from_chain = $4 then $2::numeric else 0 end,
         landed_order = coalesce($3, landed_order)
       where id = $1`,
      [step.swap_id, shareOf(fee, index, steps.length), landedOrder, step.chain],
    );
  }
  if (state === 'dead') await freezeWallet(session, lease.wallet_id, strangerUsed(lease));
  return outcomes;
}

/** Equal parts; what does not divide is the first one's. */
export function shareOf(fee: bigint, index: number, shares: number): bigint {
  const part = fee / BigInt(shares);
  return index === 0 ? fee - part * BigInt(shares - 1) : part;
}

interface LandedAttempt {
  id: AttemptId;
  kind: AttemptKind;
  order_id: OrderId | null;
}

/** The attempt that landed is final from now on, whatever was seen before; but what was final already is not contradicted. */
export async function finalizeAttempt(session: SqlSession, leaseId: LeaseId, proof: Landed): Promise<LandedAttempt> {
  await session.query(
    `update attempts set status = 'unseen', block_number = null, block_hash = null, succeeded = null, results = null, fee_paid = null
     where lease_id = $1 and tx_id <> $2 and status = 'included'`,
    [leaseId, proof.txId],
  );
  const [attempt] = await session.query<LandedAttempt>(
    `update attempts set status = 'final', block_number = $3, block_hash = $4, succeeded = $5, fee_paid = $6, results = $7::text[]::boolean[],
       progressed = true
     where lease_id = $1 and tx_id = $2
       and (status <> 'final' or (succeeded = $5 and results is not distinct from $7::text[]::boolean[]))
     returning id, kind, order_id`,
    [
      leaseId,
      proof.txId,
      proof.block.number,
      proof.block.hash,
      proof.succeeded,
      proof.feePaid,
      proof.results?.map(String) ?? null,
    ],
  );
  if (!attempt) {
    throw broken('proof_of_attempt', `lease ${leaseId} has no attempt ${proof.txId} that ended like this`);
  }
  return attempt;
}

/** Two observations that contradict each other open no next generation. */
async function assertNoneIncluded(session: SqlSession, leaseId: LeaseId): Promise<void> {
  const [included] = await session.query<{ tx_id: string }>(
    `select tx_id from attempts where lease_id = $1 and status in ('included', 'final')`,
    [leaseId],
  );
  if (included) throw broken('proof_of_absence', `lease ${leaseId} was used by our own ${included.tx_id}`);
}

/**
 * The lease first: its steps are bound to it until it is closed. Every proof is compared with the
 * chain as often as the first one.
 */
async function closeLease(session: SqlSession, leaseId: LeaseId, state: ClosedState, proofId: ProofId): Promise<void> {
  await session.query(
    `update leases set state = $2, proof_id = $3, doubt = null, checks = 0, check_at = ${nextCheck('0')} where id = $1`,
    [leaseId, state, proofId],
  );
  await session.query('update lease_steps set live = false where lease_id = $1', [leaseId]);
  await session.query('update outpoints set live = false where lease_id = $1', [leaseId]);
}

function strangerUsed({ nonce, account, chain }: StepOfLease): string {
  const used = nonce === null ? 'a coin' : `nonce ${nonce}`;
  return `${used} of ${account} on ${chain} was used by a transaction that the journal does not know: someone else signs with this key`;
}
