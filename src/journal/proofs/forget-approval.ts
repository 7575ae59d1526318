import type { StepOutcome } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import type { StepOfLease } from './proven-step.ts';

/**
 * An approval that is proven is not in flight any more. What was read of its allowance before it
 * landed says nothing now; one below what it gave may have been read on another fork.
 * @param block absent: it did not land
 */
export async function forgetApproval(
  session: SqlSession,
  { kind, step_id: stepId }: StepOfLease,
  outcome: StepOutcome,
  block: bigint | undefined,
): Promise<void> {
  if (kind !== 'approve' && kind !== 'revoke') return;
  await session.query('update allowances set approve_step = null where approve_step = $1', [
    stepId,
  ]);
  if (outcome !== 'landed') return;
  await session.query(
    `update allowances al set confirmed = null, confirmed_block = null from steps st
     where st.id = $1 and al.wallet_id = st.wallet_id and al.chain = st.chain and al.token = st.token
       and al.spender = st.spender and (al.confirmed_block < $2 or al.confirmed < st.allowance_value)`,
    [stepId, block ?? null],
  );
}
