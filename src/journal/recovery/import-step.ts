import { randomUUID } from 'node:crypto';
import type { LeaseId, OrderId, StepId, SwapId } from '../../core/swap/ids.ts';
import {
  isPayment,
  isRecovery,
  type LeaseState,
  type StepKind,
  type StepOutcome,
  setsAllowance,
} from '../../core/swap/swap.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { closeUnsigned } from '../writes/close-unsigned.ts';
import { keyOf, type LostAttemptRow } from './lost-attempt.ts';
import { refused, waits } from './not-importable.ts';

interface RelatedStep {
  id: StepId;
  kind: StepKind;
  outcome: StepOutcome;
  lease_id: LeaseId | null;
  lease_state: LeaseState | null;
  /** The chain contradicts its proof. */
  is_doubted: boolean;
  /** It is the lease under which the lost attempt was signed. */
  is_same: boolean;
}

/** The lease of the attempt, if the journal still has it. */
export type KnownLease = { leaseId: LeaseId; stepId: StepId; isOver: boolean };

/**
 * The older of two payments of a swap must be proven dead before the younger one is imported. The
 * same holds for recoveries, and for approvals.
 */
export async function findKnownLease(
  session: SqlSession,
  lost: LostAttemptRow,
  swapId: SwapId,
): Promise<KnownLease | undefined> {
  const related = await readRelated(session, lost, swapId);
  for (const { id: stepId, lease_id: leaseId, lease_state: state, is_same: isSame } of related) {
    if (!isSame || leaseId === null) continue;
    if (state === 'signed') return { leaseId, stepId, isOver: false };
    if (state === 'consumed' || state === 'expired') return { leaseId, stepId, isOver: true };
  }
  for (const step of related) {
    if (step.is_doubted)
      throw waits(`the proof of an older ${step.kind} of swap ${swapId} is in doubt`);
    if (step.lease_state === 'signed')
      throw waits(`an older ${step.kind} of swap ${swapId} is not proven yet`);
    if (step.lease_state === 'dead') {
      throw refused(
        `the lease of an older ${step.kind} of swap ${swapId} was used by an external transaction`,
      );
    }
    if (step.outcome === 'landed' && !setsAllowance(step.kind))
      throw refused(`swap ${swapId} has a ${step.kind} that landed`);
  }
  return undefined;
}

/** The step for a new lease: an open one for which nothing was signed, or the next generation. */
export async function importStep(
  session: SqlSession,
  lost: LostAttemptRow,
  given: { swapId: SwapId; walletId: Wallet['id']; orderId: OrderId | undefined },
): Promise<{ id: StepId; generation: number }> {
  const { swapId, walletId, orderId } = given;
  const open = (await readRelated(session, lost, swapId)).filter(
    ({ outcome }) => outcome === 'open',
  );
  const own = open.find(({ kind }) => kind === lost.step_kind);
  for (const { id, kind } of open)
    if (kind !== lost.step_kind) await closeUnsigned(session, id, []);
  return onlyRow(
    await session.query<{ id: StepId; generation: number }>(
      `insert into steps (id, swap_id, order_id, wallet_id, chain, kind, generation, token, spender, allowance_value)
       select $4::uuid, $5::uuid, $6::uuid, $7, lost.chain, lost.step_kind,
         greatest((lost.replay->'step'->>'generation')::int,
           1 + coalesce((select max(generation) from steps where swap_id = $5::uuid and kind = lost.step_kind and id <> $4::uuid), 0)),
         lost.replay->'step'->>'token', lost.replay->'step'->>'spender', (lost.replay->'step'->>'allowance_value')::numeric
       from lost_attempts lost where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
       on conflict (id) do update
       set order_id = excluded.order_id, wallet_id = excluded.wallet_id, chain = excluded.chain,
         token = excluded.token, spender = excluded.spender, allowance_value = excluded.allowance_value
       returning id, generation`,
      [...keyOf(lost), own?.id ?? randomUUID(), swapId, orderId ?? null, walletId],
    ),
  );
}

/** The swap's steps of the same purpose as the lost one, with leases that are not void. */
function readRelated(
  session: SqlSession,
  lost: LostAttemptRow,
  swapId: SwapId,
): Promise<RelatedStep[]> {
  return session.query<RelatedStep>(
    `select st.id, st.kind, st.outcome, l.id as lease_id, l.state as lease_state,
       coalesce(l.doubt is not null, false) as is_doubted,
       coalesce(is_of_lease(lost, l), false) as is_same
     from lost_attempts lost
     join steps st on st.swap_id = $4 and st.kind = any($5::text[])
     left join lease_steps ls on ls.step_id = st.id
       and exists (select from leases other where other.id = ls.lease_id and other.state <> 'void')
     left join leases l on l.id = ls.lease_id
     where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
     order by st.position`,
    [...keyOf(lost), swapId, kindsLike(lost.step_kind)],
  );
}

function kindsLike(kind: StepKind): StepKind[] {
  if (isPayment(kind)) return ['swap', 'deposit'];
  return isRecovery(kind) ? ['refund', 'claim'] : ['approve', 'revoke'];
}
