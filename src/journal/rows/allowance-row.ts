import type { StepId, SwapId } from '../../core/ids.ts';
import type { AllowanceView } from '../../core/swap.ts';

export interface AllowanceRow {
  token: string;
  spender: string;
  confirmed: bigint | null;
  confirmed_block: bigint | null;
  approve_step: StepId | null;
  approve_swap: SwapId | null;
  signed_needs: bigint;
}

/**
 * Selects the `AllowanceRow` that order $1 needs. A signed need counts until the confirmed allowance was read at or after the block of
 * its payment.
 */
export const selectAllowance = `
  select key.token, key.spender, al.confirmed, al.confirmed_block, al.approve_step, approving.swap_id as approve_swap,
    needs.signed as signed_needs
  from (
    select s.wallet_id, s.from_chain as chain, s.job->'from'->>'token' as token, o.spender
    from orders o join swaps s on s.id = o.swap_id where o.id = $1 and o.spender is not null
  ) key
  left join allowances al on (al.wallet_id, al.chain, al.token, al.spender)
    = (key.wallet_id, key.chain, key.token, key.spender)
  left join steps approving on approving.id = al.approve_step
  cross join lateral (
    select coalesce(sum(n.amount), 0) as signed from allowance_needs n
    where (n.wallet_id, n.chain, n.token, n.spender) = (key.wallet_id, key.chain, key.token, key.spender)
      and n.state = 'signed'
      and (n.included_block is null or al.confirmed_block is null or n.included_block > al.confirmed_block)
  ) needs`;

export function allowanceFromRow(row: AllowanceRow): AllowanceView {
  const { token, spender, confirmed: value, confirmed_block: block, approve_step: stepId, approve_swap: swapId } = row;
  return {
    token,
    spender,
    ...(value !== null && block !== null ? { confirmed: { value, block } } : {}),
    signedNeeds: row.signed_needs,
    ...(stepId !== null && swapId !== null ? { approving: { stepId, swapId } } : {}),
  };
}
