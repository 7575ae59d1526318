import { type StepOutcome, setsAllowance } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import type { StepOfLease } from './proven-step.ts';

/**
 * A proven approve or revoke is no longer pending. Reads of its allowance from before it landed are
 * outdated. A value below the one that it sets may come from another fork.
 * @param block undefined: it did not land
 */
export async function clearApprove(
  session: SqlSession,
  { kind, step_id: stepId }: StepOfLease,
  outcome: StepOutcome,
  block: bigint | undefined,
): Promise<void> {
  if (!setsAllowance(kind)) return;
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
