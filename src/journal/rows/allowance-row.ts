import type { StepId, SwapId } from '../../core/ids.ts';
import type { AllowanceView } from '../../core/swap.ts';

/** The allowance that an order needs; `null` throughout for an order without a spender. */
export interface AllowanceRow {
  need_token: string;
  spender: string | null;
  confirmed: bigint | null;
  confirmed_block: bigint | null;
  approve_step: StepId | null;
  approve_swap: SwapId | null;
  signed_needs: bigint;
  open_needs: bigint;
}

/** Select list of an `AllowanceRow`, for `orders o` joined with `swaps s` and `allowanceJoins`. */
export const allowanceColumns = `s.job->'from'->>'token' as need_token, al.confirmed, al.confirmed_block, al.approve_step,
  approving.swap_id as approve_swap, coalesce(needs.signed, 0) as signed_needs, coalesce(needs.open, 0) as open_needs`;

/** A signed need counts until the confirmed allowance was read at or after the block of its payment. */
export const allowanceJoins = `
  left join allowances al on al.wallet_id = s.wallet_id and al.chain = s.from_chain
    and al.token = s.job->'from'->>'token' and al.spender = o.spender
  left join steps approving on approving.id = al.approve_step
  left join lateral (
    select
      sum(n.amount) filter (where n.state = 'open') as open,
      sum(n.amount) filter (where n.state = 'signed'
        and (n.included_block is null or al.confirmed_block is null or n.included_block > al.confirmed_block)) as signed
    from allowance_needs n
    where n.wallet_id = s.wallet_id and n.chain = s.from_chain and n.token = s.job->'from'->>'token'
      and n.spender = o.spender and n.state <> 'released'
  ) needs on true`;

export function allowanceFromRow(row: AllowanceRow): AllowanceView | undefined {
  if (row.spender === null) return undefined;
  const { confirmed: value, confirmed_block: block, approve_step: stepId, approve_swap: swapId } = row;
  return {
    token: row.need_token,
    spender: row.spender,
    ...(value !== null && block !== null ? { confirmed: { value, block } } : {}),
    signedNeeds: row.signed_needs,
    openNeeds: row.open_needs,
    ...(stepId !== null && swapId !== null ? { approving: { stepId, swapId } } : {}),
  };
}
