import type { AdmissionItem } from '../../core/approvals/admission-item.ts';
import type { AdmissionScope, ApprovalState, KnownFacts } from '../../core/approvals/approval.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Admission, Approval } from '../../ports/stores/approval-store.ts';
import { endStates } from './end-states.ts';

export interface ApprovalRow {
  id: string;
  swap_id: SwapId;
  wallet_name: string;
  from_chain: ChainName;
  to_chain: ChainName;
  item: AdmissionItem;
  rule: string;
  message: string;
  known: KnownFacts;
  requesters: string[];
  shown_state: ApprovalState;
  in_force: boolean;
  scope: AdmissionScope | null;
  until: number | null;
  decided_by: string | null;
  decided_at: number | null;
  reason: string | null;
  revoked_by: string | null;
  revoked_at: number | null;
  revoke_reason: string | null;
  created_at: number;
  expires_at: number;
}

/**
 * SQL on `approvals a` and its swap `s`: the state as of now. What is open admits nothing once its
 * time is over or its swap has ended.
 */
export const shownState = `case when a.state <> 'open' then a.state
    when s.state in ${endStates} then 'withdrawn'
    when a.expires_at <= now() then 'expired' else 'open' end`;

/** SQL on `approvals a`: it admits its item, if only for its own swap. */
export const admitsNow = `a.state = 'approved' and a.revoked_at is null and (a.scope <> 'until' or a.until > now())`;

/** Select list of an `ApprovalRow` from `approvals a join swaps s`. */
export const approvalColumns = `a.id, a.swap_id, s.wallet_name, s.from_chain, s.to_chain, a.item, a.rule, a.message, a.known,
  a.requesters, ${shownState} as shown_state, coalesce(${admitsNow}, false) as in_force, a.scope, a.until, a.decided_by,
  a.decided_at, a.reason, a.revoked_by, a.revoked_at, a.revoke_reason, a.created_at, a.expires_at`;

export function approvalFromRow(row: ApprovalRow): Approval {
  const { id, item, rule, message, known, requesters, shown_state: state } = row;
  const { decided_by: by, decided_at: at, reason } = row;
  const admission = admissionOf(row);
  return {
    id,
    swap: {
      id: row.swap_id,
      wallet: { name: row.wallet_name },
      from: { chain: row.from_chain },
      to: { chain: row.to_chain },
    },
    ...{ item, rule, message, known, requesters, state },
    ...(admission ? { admission } : {}),
    ...(by === null || at === null || reason === null ? {} : { decided: { by, at, reason } }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function admissionOf(row: ApprovalRow): Admission | undefined {
  const { scope, until, in_force: inForce } = row;
  const { revoked_by: by, revoked_at: at, revoke_reason: reason } = row;
  if (scope === null) return undefined;
  return {
    scope,
    ...(until === null ? {} : { until }),
    ...(by === null || at === null || reason === null ? {} : { revoked: { by, at, reason } }),
    inForce,
  };
}
