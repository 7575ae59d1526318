import { isDeepStrictEqual } from 'node:util';
import type { SettlementFinding } from '../../core/settlement.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Settlement, SettleResult } from '../../ports/settlement-journal.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { claimLegs, orLegClaimed } from '../writes/claim-legs.ts';
import { endSwap } from '../writes/end-swap.ts';
import { lockSwapAt, stale } from '../writes/lock-swap.ts';
import { attribute } from './attribute.ts';

export async function settle(client: SqlClient, request: Settlement): Promise<SettleResult> {
  return orLegClaimed(() => client.transaction((session) => settleIn(session, request)));
}

async function settleIn(session: SqlSession, request: Settlement): Promise<SettleResult> {
  const { swapId, state, fundsState, level, legs, reason, basis } = request;
  await lockSwapAt(session, request);
  await assertHeld(session, request);
  if (basis) await assertLogsRead(session);
  // The worker may have slept since it looked: other swaps may have ended, or the router may have named other transactions.
  const finding = basis && (await attribute(session, swapId, basis));
  if (finding && !isSame(finding, legs)) return { kind: 'changed', finding };
  await claimLegs(session, swapId, legs);
  // Of what was signed here the proof has said which order landed.
  await session.query(
    `update swaps s set settlement_level = $2, landed_order = coalesce(s.landed_order, (
       select o.id from orders o where o.swap_id = s.id and o.open and s.job->>'flow' = 'deposit-by-hand'))
     where s.id = $1`,
    [swapId, level],
  );
  await endSwap(session, swapId);
  await changeSwap(session, {
    swapId,
    event: { type: state, data: { fundsState, level, legs, reason } },
    state,
    fundsState,
    ...(reason ? { reason } : {}),
    progress: true,
  });
  return { kind: 'settled' };
}

/** A worker whose hold has run out may have been overtaken by one that found something else and changed nothing. */
async function assertHeld(session: SqlSession, { swapId, holder }: Settlement): Promise<void> {
  const [held] = await session.query(
    'select from timers where swap_id = $1 and claimed_by = $2 and claimed_until > clock_timestamp()',
    [swapId, holder],
  );
  if (!held) throw stale(swapId, `${holder} does not hold it any more`);
}

/** A log that was not read may hold the payment of a competing swap. */
async function assertLogsRead(session: SqlSession): Promise<void> {
  const [unread] = await session.query<{ host: string }>(
    'select host from signing_logs, journal_instance where retired_at is null and read_epoch < epoch limit 1',
  );
  if (!unread) return;
  const message = `the journal was rolled back; what arrived is attributed once the signing log of ${unread.host} was read`;
  throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
}

function isSame(finding: SettlementFinding, legs: Settlement['legs']): boolean {
  return (
    (finding.kind === 'found' || finding.kind === 'paid_in_other_token') &&
    isDeepStrictEqual([...finding.legs], [...legs])
  );
}
