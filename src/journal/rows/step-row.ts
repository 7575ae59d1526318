import { type Family, formatsOf } from '../../core/swap/chains.ts';
import type { LeaseId, OrderId, ProofId, StepId } from '../../core/swap/ids.ts';
import type {
  Lease,
  LeaseState,
  LeaseTerms,
  Outpoint,
  Step,
  StepKind,
  StepOutcome,
} from '../../core/swap/swap.ts';
import { isOfLeaseKind } from '../family-conditions.ts';
import { timestampFromText } from '../sql-client.ts';
import { attemptFromStored, type StoredAttempt, selectAttempts } from './attempt-row.ts';

/** A step with its live lease, or with its last one. */
interface StepRow {
  id: StepId;
  order_id: OrderId | null;
  provider: string | null;
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
  attempts: readonly StoredAttempt[] | null;
}

/** A row in JSON: large numbers are decimal strings, times are Postgres's texts. */
export type StoredStep = Omit<
  StepRow,
  'allowance_value' | 'nonce' | 'expires' | 'held_until' | 'held_up_by'
> & {
  allowance_value: string | null;
  nonce: string | null;
  expires: string | null;
  held_until: string | null;
  held_up_by: string | null;
};

/**
 * SQL: the lowest nonce of the lease's account that is not included, if it is lower than that of
 * the lease `l`. The index `leases_living` finds it, however many leases the account had.
 */
const heldUpBy = `
  select min(e.nonce) from leases e
  where l.state = 'signed' and ${isOfLeaseKind('l.family', 'nonce')} and e.wallet_id = l.wallet_id and e.chain = l.chain and e.state in ('held', 'signed')
    and e.nonce < l.nonce
    and not exists (select from attempts a where a.lease_id = e.id and a.status in ('included', 'final'))`;

/**
 * SQL: the `StoredStep`s of a swap, oldest first, as one value; null if it has none.
 * @param swapId an SQL expression
 */
export function selectSteps(swapId: string): string {
  return `select json_agg(json_build_object('id', st.id, 'order_id', st.order_id,
      'provider', case when st.kind = 'approve' then (select provider from orders where orders.id = st.order_id) end, 'chain', st.chain, 'kind', st.kind,
      'generation', st.generation, 'outcome', st.outcome, 'proof_id', st.proof_id, 'token', st.token, 'spender', st.spender,
      'allowance_value', st.allowance_value::text, 'disputed', st.disputed,
      'lease_id', l.id, 'lease_chain', l.chain, 'account', l.account, 'family', l.family, 'nonce', l.nonce::text,
      'expires', l.expires::text, 'lease_state', l.state, 'held_until', l.held_until::text, 'doubt', l.doubt->>'kind',
      'outpoints', coalesce(coins.outpoints, '{}'),
      'over_at_final', coalesce(wc.final_nonce > l.nonce, false) or coalesce(head.expired_up_to >= l.expires, false)
        or coalesce(coins.spent, false),
      'held_up_by', (${heldUpBy})::text,
      'attempts', (${selectAttempts('l.id', 'st.id')})) order by st.position)
    from steps st
    left join lateral (
      select leases.* from lease_steps ls join leases on leases.id = ls.lease_id
      where ls.step_id = st.id order by ls.live desc, leases.position desc limit 1
    ) l on true
    left join wallet_chain wc on wc.wallet_id = l.wallet_id and wc.chain = l.chain
    left join chain_heads head on head.chain = l.chain
    left join lateral (
      select array_agg(outpoint order by position) as outpoints, bool_or(spent_at_final) as spent
      from outpoints where lease_id = l.id and not added
    ) coins on true
    where st.swap_id = ${swapId}`;
}

export function stepFromStored(stored: StoredStep): Step {
  const {
    allowance_value: value,
    nonce,
    expires,
    held_until: heldUntil,
    held_up_by: heldUpBy,
  } = stored;
  return stepFromRow({
    ...stored,
    allowance_value: numberFrom(value),
    nonce: numberFrom(nonce),
    expires: numberFrom(expires),
    held_until: heldUntil === null ? null : timestampFromText(heldUntil),
    held_up_by: numberFrom(heldUpBy),
  });
}

function numberFrom(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

function stepFromRow(row: StepRow): Step {
  const lease = leaseOf(row);
  const { token, spender, allowance_value: value } = row;
  return {
    id: row.id,
    kind: row.kind,
    generation: row.generation,
    outcome: row.outcome,
    ...(row.proof_id === null ? {} : { proofId: row.proof_id }),
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    ...(row.provider === null ? {} : { provider: row.provider }),
    ...(row.disputed ? { disputed: true } : {}),
    chain: row.chain,
    ...(token !== null && spender !== null && value !== null
      ? { allowance: { token, spender, value } }
      : {}),
    ...(lease ? { lease } : {}),
  };
}

function leaseOf(row: StepRow): Lease | undefined {
  const {
    lease_id: id,
    lease_chain: chain,
    account,
    lease_state: state,
    held_until: heldUntil,
  } = row;
  if (id === null || chain === null || account === null || state === null || heldUntil === null)
    return undefined;
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
    attempts: (row.attempts ?? []).map(attemptFromStored),
  };
}

function termsOf({ family, nonce, expires, outpoints }: StepRow): LeaseTerms {
  const end = expires === null ? {} : { expires };
  const kind = family === null ? 'expiry' : formatsOf(family).leaseKind;
  if (kind === 'outpoints') return { kind, outpoints };
  if (nonce === null) return { kind: 'expiry', ...end };
  return kind === 'seqno' ? { kind, seqno: nonce, ...end } : { kind: 'nonce', nonce };
}
