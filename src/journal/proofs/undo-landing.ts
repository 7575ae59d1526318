import type { AttemptId, LeaseId } from '../../core/swap/ids.ts';
import { isPayment } from '../../core/swap/swap.ts';
import { largestFee } from '../lease/largest-fee.ts';
import { boostFees } from '../operations/boost.ts';
import type { SqlSession } from '../sql-client.ts';
import { shareOf } from './apply-proof.ts';
import type { StepsOfLease } from './proven-step.ts';

/**
 * Reverts what the landing of an attempt changed, so that another proof of its lease can be
 * written.
 */
export async function undoLanding(
  session: SqlSession,
  leaseId: LeaseId,
  steps: StepsOfLease,
): Promise<void> {
  const [landed] = await session.query<{ id: AttemptId; fee: bigint }>(
    `select id, fee_paid as fee from attempts where lease_id = $1 and status = 'final'`,
    [leaseId],
  );
  if (!landed) return;
  await session.query(
    `update attempts set status = 'unseen', block_number = null, block_hash = null, succeeded = null, results = null,
       fee_paid = null, progressed = false
     where lease_id = $1 and status in ('included', 'final')`,
    [leaseId],
  );
  const fee = landed.fee + largestFee(await boostFees(session, landed.id));
  for (const [index, { swap_id: id, kind, outcome, chain, step_id: stepId }] of steps.entries()) {
    await session.query(
      `update swaps set fee_spent = fee_spent - case when from_chain = $3 then $2::numeric else 0 end,
         landed_order = case when $4 then null else landed_order end
       where id = $1`,
      [id, shareOf(fee, index, steps.length), chain, isPayment(kind) && outcome === 'landed'],
    );
    // Reads of its allowance may be wrong.
    await session.query(
      `update allowances al set confirmed = null, confirmed_block = null from steps st
       where st.id = $1 and al.wallet_id = st.wallet_id and al.chain = st.chain and al.token = st.token and al.spender = st.spender`,
      [stepId],
    );
  }
}
