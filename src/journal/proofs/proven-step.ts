import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { LeaseId, OrderId, ProofId, StepId, WalletId } from '../../core/swap/ids.ts';
import type { AttemptKind, LeaseState, StepOutcome } from '../../core/swap/swap.ts';
import type { StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import type { ProvenStep } from './correct-end.ts';

/** A step with the lease that was signed for it. */
export interface StepOfLease extends ProvenStep {
  state: LeaseState;
  family: Family;
  chain: ChainName;
  wallet_id: WalletId;
  account: string;
  nonce: bigint | null;
  /** The lease's proof: of its outcome, or of why it was reopened. */
  proof_id: ProofId | null;
  is_doubted: boolean;
  step_id: StepId;
  generation: number;
  outcome: StepOutcome;
  order_id: OrderId | null;
  /** Which of the attempt's messages is the step's, if it shares the attempt. */
  message: number | null;
  /** The attempt that the proof names, if the lease has it. */
  attempt: { kind: AttemptKind; order_id: OrderId | null; boost_fees: readonly StoredFee[] } | null;
  /** The earlier outcomes of a reopened lease's steps, by id. */
  outcomes_before: Partial<Record<StepId, StepOutcome>> | null;
}

export type StepsOfLease = readonly [StepOfLease, ...StepOfLease[]];

/**
 * In the order of the lease's messages.
 * @param txId the attempt that a proof names
 */
export function stepsOfLease(
  session: SqlSession,
  leaseId: LeaseId,
  txId?: string,
): Promise<StepOfLease[]> {
  return session.query<StepOfLease>(
    `${selectStepsOfLease('$1', '$2')} ${orderOfMessages('own', 'st')}`,
    [leaseId, txId ?? null],
  );
}

/**
 * SQL: the order of the lease's messages.
 * @param message, step aliases of the rows with these columns
 */
export function orderOfMessages(message: string, step: string): string {
  return `order by ${message}.message, ${step}.position`;
}

/**
 * SQL: rows of `StepOfLease`, with the column `position`.
 * @param leaseId, txId SQL expressions
 */
export function selectStepsOfLease(leaseId: string, txId: string): string {
  return `
    select l.state, l.family, l.chain, l.wallet_id, l.account, l.nonce, l.proof_id, l.doubt is not null as is_doubted,
      st.id as step_id, st.swap_id, st.kind, st.generation, st.outcome, st.order_id, st.position, own.message,
      has_ended(s) as has_ended,
      (select json_build_object('kind', named.kind, 'order_id', named.order_id, 'boost_fees', (
          select coalesce(json_agg(boost.fee), '[]') from boosts boost where boost.attempt_id = named.id))
        from attempts named where named.lease_id = l.id and named.tx_id = ${txId}) as attempt,
      (select proof.evidence->'before' from proofs proof where proof.id = l.proof_id) as outcomes_before
    from leases l join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id left join swaps s on s.id = st.swap_id
    left join attempts a on a.lease_id = l.id
    left join attempt_steps own on own.attempt_id = a.id and own.step_id = st.id
    where l.id = ${leaseId} and (a.id is null or a.seq = 1)`;
}
