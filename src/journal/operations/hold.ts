import { randomUUID } from 'node:crypto';
import { keyOfItem } from '../../core/approvals/admission-item.ts';
import type { HeldItem } from '../../core/approvals/approval.ts';
import type { HoldRequest } from '../../ports/stores/approval-store.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, clearStatus, closeOpenOrder } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';
import { ownActor } from '../writes/own-actor.ts';
import { voidHeldOf } from '../writes/void-leases.ts';

/**
 * One row for each item. One that is open stays so, and what a person has rejected stays rejected.
 * Anything else admits nothing any more, or the guard would not have held the swap: it is open
 * again.
 */
const insert = `
  insert into approvals as a (id, swap_id, item_key, kind, item, rule, message, known, requesters, expires_at)
  select given.id, $1, given.item_key, given.kind, given.item, given.rule, given.message, given.known,
    requesters_of($1), least(date_trunc('milliseconds', now()) + $3::float8 * interval '1 millisecond',
      to_timestamp((given.item #>> '{envelope,expiresAt}')::float8 / 1000))
  from jsonb_to_recordset($2::jsonb) as given(id uuid, item_key text, kind text, item jsonb, rule text, message text, known json)
  on conflict (swap_id, item_key) do update
    set state = 'open', scope = null, until = null, decided_by = null, decider = null, decided_at = null, reason = null, seal = null,
      revoked_by = null, revoked_at = null, revoke_reason = null, requesters = excluded.requesters, rule = excluded.rule, message = excluded.message,
      known = excluded.known, created_at = now(), expires_at = excluded.expires_at
    where a.state not in ('open', 'rejected')
  returning id`;

/** A payment that is no longer inside what was signed for it goes back to the approvers. */
const leaveEnvelopes = `
  update approvals set revoked_by = $2, revoked_at = date_trunc('milliseconds', now()), revoke_reason = $3
  where swap_id = $1 and kind = 'payment' and state = 'approved' and revoked_at is null`;

const left = 'the payment needs approvals anew: another envelope is asked for';

/** Throws `JOURNAL_STALE`, and `JOURNAL_BROKEN_INVARIANT` if the swap may have paid. */
export async function hold(session: SqlSession, request: HoldRequest): Promise<void> {
  const { swapId, state, fundsState, reason, within } = request;
  const swap = await lockSwapAt(session, request);
  assertNotEnded(swap);
  if (state === 'awaiting_approval') {
    // A worker that is about to sign finds its lease lost.
    await voidHeldOf(session, swapId);
    await assertNoLivingPayment(session, swapId);
    await closeOpenOrder(session, swapId);
    await clearStatus(session, swapId);
  }
  const rows = byKey(request.items);
  const items = rows.map(({ item, rule, message }) => ({ item, rule, message }));
  await changeSwap(
    session,
    state === undefined
      ? { swapId, event: { type: 'approval_requested', data: { items, reason } }, reason }
      : {
          swapId,
          event: {
            type: 'state_changed',
            data: { from: swap.state, to: state, fundsState, reason, items },
          },
          state,
          fundsState,
          reason,
          progress: true,
        },
  );
  if (request.items.some(({ item }) => item.kind === 'payment'))
    await session.query(leaveEnvelopes, [swapId, ownActor, left]);
  // Last, because a change of the state closes what was open before.
  await session.query(insert, [swapId, encodeJson(rows), within]);
}

/** Several rules may find the same item: a person decides once. */
function byKey(items: readonly HeldItem[]) {
  const rows = new Map<string, HeldItem>();
  for (const one of items) {
    const key = keyOfItem(one.item);
    const known = rows.get(key);
    rows.set(
      key,
      known === undefined
        ? one
        : {
            ...known,
            rule: joined(known.rule, one.rule, ', '),
            message: joined(known.message, one.message, '; '),
            known: { ...known.known, facts: { ...one.known.facts, ...known.known.facts } },
          },
    );
  }
  return Array.from(rows, ([key, { item, rule, message, known }]) => ({
    id: randomUUID(),
    item_key: storableText(key),
    kind: item.kind,
    item,
    rule,
    message,
    known,
  }));
}

function joined(known: string, other: string, separator: string): string {
  return known.split(separator).includes(other) ? known : `${known}${separator}${other}`;
}
