import { judgeResolve, type ResolvedEnd } from '../../core/operator/judge-resolve.ts';
import { isStillToLand } from '../../core/settlement/judge-proof-after-end.ts';
import { weakestLevel } from '../../core/settlement/settlement.ts';
import type { Reason } from '../../core/swap/swap.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { ResolutionRecord, ResolveResult } from '../../ports/stores/swap-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { shownOrder } from '../rows/swap-view-row.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { attributeLegs, orLegAttributed, releaseLegs } from '../writes/attribute-legs.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { endSwap } from '../writes/end-swap.ts';
import { followSigned } from '../writes/follow-signed.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';
import { snapshot } from './snapshot.ts';

/** Judges again under the swap's lock: the proofs may have changed since the first judgement. */
export function resolve(client: SqlClient, request: ResolutionRecord): Promise<ResolveResult> {
  return orLegAttributed(() => client.transaction((session) => resolveIn(session, request)));
}

async function resolveIn(session: SqlSession, request: ResolutionRecord): Promise<ResolveResult> {
  const { swapId, as, evidence, legs, by, reason: why, remark, mayProve = true } = request;
  const swap = await lockSwapAt(session, request);
  const found = await snapshot(session, swapId);
  if (!found) throw noSuchSwap(swapId);
  const verdict = judgeResolve(found, as);
  if (verdict.kind === 'refused') return verdict;
  const end = endOf(verdict.end, legs, mayProve);
  const { state, fundsState } = end;
  const { reason: before } = found.swap;

  const released = await releaseLegs(session, swapId);
  await attributeLegs(session, swapId, legs);
  await accountForDeposits(session, request);
  await endSwap(session, swapId, { leavesSigned: true });
  const reason = reasonOf(request, before);
  const data = {
    ...{ as, evidence, by, reason: why, from: swap.state, to: state, fundsState, before, legs },
    // A later proof is compared with it.
    stillToLand: isStillToLand(found),
    ...(remark === undefined ? {} : { remark }),
    ...(released.length > 0 ? { released } : {}),
  };
  await session.query(
    `insert into interventions (kind, subject, by, reason, data) values ('swap_resolved', $1, $2, $3, $4::jsonb)`,
    [swapId, storableText(by), storableText(why), encodeJson(data)],
  );
  await session.query('update swaps set ended_as = null, settlement_level = $2 where id = $1', [
    swapId,
    weakestLevel(legs) ?? null,
  ]);
  await changeSwap(session, {
    swapId,
    event: { type: 'resolved', data },
    state,
    fundsState,
    reason,
    progress: true,
  });
  await followSigned(session, swapId);
  return { kind: 'resolved', end };
}

/** A resolution whose legs are not all refunds has moved the funds. */
function endOf(
  { state, fundsState }: ResolvedEnd,
  legs: ResolutionRecord['legs'],
  mayProve: boolean,
): ResolvedEnd {
  if (fundsState === 'untouched' && !mayProve) return { state, fundsState: 'unknown' };
  const isReturned = legs.every(({ role }) => role === 'refund');
  return { state, fundsState: fundsState === 'returned' && !isReturned ? 'moved' : fundsState };
}

/**
 * For deposits that are paid manually: marks what arrived for the shown order, up to the version
 * that was judged, as seen by the person, so that it does not reopen the swap. A deposit to another
 * order is still reported. If the swap was paid or refunded, it also records which order was paid,
 * so that more money counts as a second deposit.
 */
async function accountForDeposits(
  session: SqlSession,
  { swapId, as }: ResolutionRecord,
): Promise<void> {
  await session.query(
    `update deposit_payments p set told = true from orders o join swaps s on s.id = o.swap_id
     where p.order_id = o.id and s.id = $1 and (o.open or o.id = (${shownOrder('s')})) and s.job->>'flow' = 'deposit-by-hand' and p.on_chain and not p.told
       and (p.final or $2)`,
    // What is not final yet may still pay a swap that was resolved as unpaid.
    [swapId, as !== 'unpaid'],
  );
  if (as === 'unpaid') return;
  // For payments that Ferryman signs, the proof has recorded which order landed.
  await session.query(
    `update swaps s set landed_order = coalesce(s.landed_order, (
       select o.id from orders o where o.swap_id = s.id and o.open and s.job->>'flow' = 'deposit-by-hand'))
     where s.id = $1`,
    [swapId],
  );
}

function reasonOf(
  { as, evidence, by, reason, remark }: ResolutionRecord,
  before: Reason | undefined,
): Reason {
  const named = evidence === undefined ? '' : ` with ${evidence} as evidence`;
  const marked = remark === undefined ? '' : ` (${remark})`;
  const was = before ? `; before that: ${before.code}: ${before.message}` : '';
  return {
    code: 'RESOLVED_BY_PERSON',
    message: `${by} has resolved it as ${as}${named}${marked}: ${reason}${was}`,
  };
}
