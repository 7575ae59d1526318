import type { ChainName, Family } from '../../core/chains.ts';
import type { LeaseId, OrderId, ProofId, StepId, WalletId } from '../../core/ids.ts';
import type { LeaseState, StepOutcome } from '../../core/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import type { ProvenStep } from './correct-end.ts';

/** A step, with the lease that was signed for it. */
export interface StepOfLease extends ProvenStep {
  state: LeaseState;
  family: Family;
  chain: ChainName;
  wallet_id: WalletId;
  account: string;
  nonce: bigint | null;
  /** The lease's proof: of what became of it, or of why that is open again. */
  proof_id: ProofId | null;
  is_doubted: boolean;
  step_id: StepId;
  generation: number;
  outcome: StepOutcome;
  order_id: OrderId | null;
  /** Which of the attempt's messages is the step's, where it shares them with others. */
  message: number | null;
}

export type StepsOfLease = readonly [StepOfLease, ...StepOfLease[]];

/** In the order of the lease's messages. */
export function stepsOfLease(session: SqlSession, leaseId: LeaseId): Promise<StepOfLease[]> {
  return session.query<StepOfLease>(
    `select l.state, l.family, l.chain, l.wallet_id, l.account, l.nonce, l.proof_id, l.doubt is not null as is_doubted,
       st.id as step_id, st.swap_id, st.kind, st.generation, st.outcome, st.order_id, own.message, has_ended(s) as has_ended
     from leases l join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id left join swaps s on s.id = st.swap_id
     left join attempts a on a.lease_id = l.id
     left join attempt_steps own on own.attempt_id = a.id and own.step_id = st.id
     where l.id = $1 and (a.id is null or a.seq = 1)
     order by own.message, st.position`,
    [leaseId],
  );
}
