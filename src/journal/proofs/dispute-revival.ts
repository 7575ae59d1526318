import type { LeaseId, ProofId, WalletId } from '../../core/swap/ids.ts';
import { movesMoney, type Reason } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { clearTimerIfProven } from '../writes/follow-signed.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import { sendToReview } from '../writes/send-to-review.ts';
import type { StepOfLease, StepsOfLease } from './proven-step.ts';

/**
 * Whether something was signed since that may have paid the same: a later generation, or a swap
 * that retries this one.
 */
export async function isPaidSince(session: SqlSession, leaseId: LeaseId): Promise<boolean> {
  const since = await session.query(
    `select from lease_steps ls join steps st on st.id = ls.step_id where ls.lease_id = $1 and signed_since(st) limit 1`,
    [leaseId],
  );
  return since.length > 0;
}

interface Dispute {
  leaseId: LeaseId;
  proofId: ProofId;
  steps: StepsOfLease;
  /** What the chain shows now, as part of a sentence. */
  what: string;
}

/**
 * An attempt that was proven not to have landed did land, and another payment was signed in
 * between. Lease and steps stay closed, so that neither payment counts as the other. The wallets
 * are frozen, and a person must check.
 */
export async function disputeRevival(
  session: SqlSession,
  { leaseId, proofId, steps, what }: Dispute,
): Promise<void> {
  const [lease] = steps;
  const wallets = await session.query<{ id: WalletId }>(
    `select distinct wallet_id as id from leases where id = $1
     union
     (with recursive later(id, wallet_id) as (
       select s.id, s.wallet_id from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.retry_of = st.swap_id
       where ls.lease_id = $1
       union
       select s.id, s.wallet_id from swaps s join later on s.retry_of = later.id
     ) select wallet_id from later)`,
    [leaseId],
  );
  await session.query(
    `update leases set proof_id = $2, doubt = null, check_at = null where id = $1`,
    [leaseId, proofId],
  );
  for (const step of steps) {
    await session.query('update steps set proof_id = $2, disputed = disputed or $3 where id = $1', [
      step.step_id,
      proofId,
      movesMoney(step.kind),
    ]);
    const { chain, kind, generation, outcome, proof_id: supersedes } = step;
    const data = {
      leaseId,
      proofId,
      supersedes,
      step: kind,
      generation,
      outcome,
      chain,
      alert: 'PROOF_CONTRADICTED',
      what,
    };
    await changeSwap(session, {
      swapId: step.swap_id,
      event: { type: 'proof_superseded', data },
      progress: true,
    });
    if (movesMoney(kind))
      await sendToReview(session, step.swap_id, possibleDoublePayment(step, what));
    if (step.has_ended) await clearTimerIfProven(session, step.swap_id);
  }
  for (const { id } of wallets.sort((one, other) => (one.id < other.id ? -1 : 1))) {
    await freezeWallet(session, id, possibleDoublePayment(lease, what).message);
  }
}

function possibleDoublePayment(
  { kind, generation, chain, swap_id: id }: StepOfLease,
  what: string,
): Reason {
  const message = `${kind} ${generation} of swap ${id} was proven not to have paid on ${chain}, and another payment was signed afterwards; now ${what}: the money may have been paid twice. Check both transactions`;
  return { code: 'PROOF_CONTRADICTED', message };
}
