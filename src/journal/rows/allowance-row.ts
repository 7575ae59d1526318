import type { StepId, SwapId } from '../../core/swap/ids.ts';
import type { AllowanceView } from '../../core/swap/swap.ts';

/** The allowance that the swap's open order needs; all columns are null if it needs none. */
export interface AllowanceRow {
  allowance_confirmed: bigint | null;
  allowance_block: bigint | null;
  approve_step: StepId | null;
  approve_swap: SwapId | null;
  signed_needs: bigint | null;
}

/** SQL: the key of the allowance that the open order `o` of the swap `s` needs. */
const key = `(s.wallet_id, s.from_chain, s.job->'from'->>'token', o.spender)`;

/**
 * Select list of an `AllowanceRow`, for `swaps s` and `orders o` with `allowanceJoins`. A signed
 * need counts until the confirmed allowance was read at or after the block of its payment.
 */
export const allowanceColumns = `al.confirmed as allowance_confirmed, al.confirmed_block as allowance_block, al.approve_step,
  approving.swap_id as approve_swap,
  case when o.spender is not null then (
    select coalesce(sum(n.amount), 0) from allowance_needs n
    where (n.wallet_id, n.chain, n.token, n.spender) = ${key} and n.state = 'signed'
      and (n.included_block is null or al.confirmed_block is null or n.included_block > al.confirmed_block)
  ) end as signed_needs`;

export const allowanceJoins = `
  left join allowances al on (al.wallet_id, al.chain, al.token, al.spender) = ${key}
  left join steps approving on approving.id = al.approve_step`;

export function allowanceFromRow(
  row: AllowanceRow,
  key: Pick<AllowanceView, 'token' | 'spender'>,
): AllowanceView {
  const {
    allowance_confirmed: value,
    allowance_block: block,
    approve_step: stepId,
    approve_swap: swapId,
  } = row;
  return {
    token: key.token,
    spender: key.spender,
    ...(value !== null && block !== null ? { confirmed: { value, block } } : {}),
    signedNeeds: row.signed_needs ?? 0n,
    ...(stepId !== null && swapId !== null ? { approving: { stepId, swapId } } : {}),
  };
}
