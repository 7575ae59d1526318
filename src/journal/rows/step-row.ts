import type { Family } from '../../core/chains.ts';
import type { LeaseId, OrderId, ProofId, StepId } from '../../core/ids.ts';
import type { Attempt, Lease, LeaseState, LeaseTerms, Outpoint, Step, StepKind, StepOutcome } from '../../core/swap.ts';

/** A step with its living lease, or with its last one. */
export interface StepRow {
  id: StepId;
  order_id: OrderId | null;
  chain: string;
  kind: StepKind;
  generation: number;
  outcome: StepOutcome;
  proof_id: ProofId | null;
  token: string | null;
  spender: string | null;
  allowance_value: bigint | null;
  lease_id: LeaseId | null;
  lease_chain: string | null;
  account: string | null;
  family: Family | null;
  nonce: bigint | null;
  outpoints: readonly Outpoint[];
  expires: bigint | null;
  lease_state: LeaseState | null;
  held_until: number | null;
  over_at_final: boolean | null;
  disputed: boolean;
  doubt: Lease['doubt'] | null;
  held_up_by: bigint | null;
}

/** Selects the `StepRow`s of swap $1, oldest first. */
export const selectSteps = `
  select st.id, st.order_id, st.chain, st.kind, st.generation, st.outcome, st.proof_id, st.token, st.spender,
    st.allowance_value, l.id as lease_id, l.chain as lease_chain, l.account, l.family, l.nonce, l.expires,
    array(select outpoint from outpoints where lease_id = l.id and not added order by position) as outpoints,
    l.state as lease_state, l.held_until, st.disputed, l.doubt->>'kind' as doubt,
    coalesce(wc.final_nonce > l.nonce, false) or coalesce(head.expired_up_to >= l.expires, false)
      or exists (select from outpoints where lease_id = l.id and not added and spent_at_final) as over_at_final,
    (select min(e.nonce) from leases e
     where l.state = 'signed' and l.family = 'evm' and e.wallet_id = l.wallet_id and e.chain = l.chain and e.state in ('held', 'signed')
       and e.nonce < l.nonce
       and not exists (select from attempts a where a.lease_id = e.id and a.status in ('included', 'final'))) as held_up_by
  from steps st
  left join lateral (
    select leases.* from lease_steps ls join leases on leases.id = ls.lease_id
    where ls.step_id = st.id order by ls.live desc, leases.position desc limit 1
  ) l on true
  left join wallet_chain wc on wc.wallet_id = l.wallet_id and wc.chain = l.chain
  left join chain_heads head on head.chain = l.chain
  where st.swap_id = $1
  order by st.position`;

export function stepFromRow(row: StepRow, attempts: ReadonlyMap<LeaseId, Attempt[]>): Step {
  const lease = leaseOf(row, attempts);
  const { token, spender, allowance_value: value } = row;
  return {
    id: row.id,
    kind: row.kind,
    generation: row.generation,
    outcome: row.outcome,
    ...(row.proof_id === null ? {} : { proofId: row.proof_id }),
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    ...(row.disputed ? { disputed: true } : {}),
    chain: row.chain,
    ...(token !== null && spender !== null && value !== null ? { allowance: { token, spender, value } } : {}),
    ...(lease ? { lease } : {}),
  };
}

function leaseOf(row: StepRow, attempts: ReadonlyMap<LeaseId, Attempt[]>): Lease | undefined {
  const { lease_id: id, lease_chain: chain, account, lease_state: state, held_until: heldUntil } = row;
  if (id === null || chain === null || account === null || state === null || heldUntil === null) return undefined;
  return {
    id,
    chain,
    account,
    terms: termsOf(row),
    state,
    heldUntil,
    overAtFinal: row.over_at_final === true,
    ...(row.doubt ? { doubt: row.doubt } : {}),
    ...(row.held_up_by === null ? {} : { heldUpBy: row.held_up_by }),
    attempts: attempts.get(id) ?? [],
  };
}

function termsOf({ family, nonce, expires, outpoints }: StepRow): LeaseTerms {
  const end = expires === null ? {} : { expires };
  if (family === 'bitcoin') return { kind: 'outpoints', outpoints };
  if (nonce === null) return { kind: 'expiry', ...end };
  return family === 'ton' ? { kind: 'seqno', seqno: nonce, ...end } : { kind: 'nonce', nonce };
}
