import type { ChainName, Family } from '../../core/swap/chains.ts';
import type { AttemptId, LeaseId, SwapId } from '../../core/swap/ids.ts';
import { laneRuleOf } from '../../core/swap/lane-rule.ts';
import { isPayment, isRecovery, type StepKind } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { deleteSlot, returnSlots } from '../lanes/leave-lane.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { type Change, changeParameters, changeStatement } from '../writes/change-statement.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwaps } from '../writes/lock-swap.ts';

/** One of the steps that an attempt serves. These values never change. */
interface Served {
  swap_id: SwapId | null;
  kind: StepKind;
  family: Family;
  chain: ChainName;
  tx_id: string;
  lease_id: LeaseId;
}

const sent =
  'sent as (update attempts set sent_at = clock_timestamp() from swap where attempts.id = $2)';
const markSent = changeStatement('goes_on', { writes: [sent] });
const markSentAndReturnSlot = changeStatement('goes_on', {
  writes: [sent, `slot as (${deleteSlot('sent')})`],
});

export async function recordSent(
  client: SqlClient,
  attemptId: AttemptId,
  outcome: { kind: string; message?: string; route?: string },
): Promise<void> {
  const served = await client.query<Served>(
    `select st.swap_id, st.kind, a.family, a.chain, a.tx_id, a.lease_id
     from attempts a join lease_steps ls on ls.lease_id = a.lease_id join steps st on st.id = ls.step_id
     where a.id = $1`,
    [attemptId],
  );
  const [first] = served;
  if (!first) {
    // Attempts are committed before they are sent, so the journal was rolled back. A retry keeps
    // the swap.
    const message = `the attempt ${attemptId} was sent, but is not in the journal any more`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
  }
  const data = {
    chain: first.chain,
    txId: first.tx_id,
    outcome: outcome.kind,
    message: outcome.message,
    route: outcome.route,
  };
  const change: Change = { event: { type: 'attempt_sent', data } };
  if (served.length > 1 || first.swap_id === null) {
    await client.transaction((session) => recordForAll(session, attemptId, served, change));
    return;
  }
  const returnsSlot =
    laneRuleOf(first.family).returnedAt === 'sent' &&
    (isPayment(first.kind) || isRecovery(first.kind));
  await client.query(returnsSlot ? markSentAndReturnSlot : markSent, [
    first.swap_id,
    attemptId,
    ...changeParameters(change),
  ]);
}

/** An attempt for several swaps, or for none. */
async function recordForAll(
  session: SqlSession,
  attemptId: AttemptId,
  served: readonly Served[],
  change: Change,
): Promise<void> {
  const swapIds = served.flatMap(({ swap_id: id }) => id ?? []);
  await lockSwaps(session, swapIds);
  await session.query('update attempts set sent_at = clock_timestamp() where id = $1', [attemptId]);
  await returnSlots(
    session,
    served.slice(0, 1).map(({ lease_id: id }) => id),
    'sent',
  );
  for (const swapId of swapIds) await changeSwap(session, { swapId, ...change });
}
