import type { SigningLogEntry } from '../../ports/signing-log.ts';
import type { RecordLossesOptions } from '../../ports/stores/recovery-store.ts';
import { onlyRow } from '../only-row.ts';
import { endAdmissions } from '../recovery/end-admissions.ts';
import { knownBefore } from '../recovery/is-recovering.ts';
import { findPaidFor, type Loss, leaveToPerson } from '../recovery/leave-to-person.ts';
import { pauseBulkActions } from '../recovery/pause-bulk-actions.ts';
import { findHeld, raiseEpoch, voidHeldLeases } from '../recovery/raise-epoch.ts';
import { entryColumns, entryRows } from '../rows/lost-attempt-row.ts';
import { replayVersion } from '../rows/replay-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { lockSwaps } from '../writes/lock-swap.ts';

/**
 * Records attempts that are in a signing log but not in the journal. They stay in `lost_attempts`
 * until they are imported; those that cannot be are left to a person. Entries that are stored
 * already change nothing.
 */
export async function recordLosses(
  session: SqlSession,
  entries: readonly SigningLogEntry[],
  { droppedUpTo = 0n }: RecordLossesOptions = {},
): Promise<void> {
  const { known } = onlyRow(
    await session.query<{ known: bigint }>(`select ${knownBefore} as known`),
  );
  const losses = await session.query<Loss>(
    `insert into lost_attempts (chain, tx_id, instance_id, account, nonce, swap_id, idem_key, retries, step_kind,
       attempt_kind, signed_at, sequence, payment, replay, refused)
     select e.chain, e.tx_id, e.instance_id, e.account, e.nonce, e.swap_id, e.idem_key, e.retries, e.step_kind,
       e.attempt_kind, e.signed_at, e.sequence, e.payment, e.replay::jsonb,
       case when e.instance_id <> (select id from journal_instance) then 'it was signed for another journal'
         when e.replay is null then 'an earlier version of Ferryman signed it and did not log enough'
         when (e.replay::jsonb->>'version')::int <> $2 then 'a newer version of Ferryman signed it'
         when not $3::boolean then 'its signing log does not reach back to what the journal knows' end
     from jsonb_to_recordset($1::jsonb) as e(${entryColumns})
     where not exists (select from attempts a where a.chain = e.chain and a.tx_id = e.tx_id)
       and not exists (select from boosts b where b.chain = e.chain and b.tx_id = e.tx_id)
     on conflict (chain, tx_id, swap_id) do nothing
     returning chain, tx_id, account, nonce, refused`,
    [entryRows(entries), replayVersion, droppedUpTo <= known],
  );
  if (losses.length > 0) {
    await pauseBulkActions(session);
    await endAdmissions(session);
    await voidAllHeld(session, losses);
  }
  await leaveToPerson(session, losses);
  await registerLogsOf(session, losses);
  // Last, because a commit locks its swaps before it waits for the journal's row.
  await continueAfter(session, entries);
  if (losses.length > 0) await raiseEpoch(session, known);
}

/** Locks all swaps that this operation changes, in the common order. */
async function voidAllHeld(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  const held = await findHeld(session);
  const paidFor = await findPaidFor(session, losses);
  await lockSwaps(session, [...paidFor.map(({ id }) => id), ...held.flatMap(({ swaps }) => swaps)]);
  await voidHeldLeases(session, held);
}

/**
 * Registers the signing logs that existed when these attempts were signed; they must be read as
 * well.
 */
async function registerLogsOf(session: SqlSession, losses: readonly Loss[]): Promise<void> {
  await session.query(
    `insert into signing_logs (id, host, read_epoch)
     select distinct on (log->>'id') (log->>'id')::uuid, log->>'host', -1
     from lost_attempts lost cross join lateral jsonb_array_elements(lost.replay->'logs') log
     where lost.tx_id = any($1) and lost.refused is null
     on conflict (id) do nothing`,
    [losses.map(({ tx_id: txId }) => txId)],
  );
}

/** Numbers new attempts after the lost ones. */
async function continueAfter(
  session: SqlSession,
  entries: readonly SigningLogEntry[],
): Promise<void> {
  let last = 0n;
  for (const { sequence } of entries) if (sequence > last) last = sequence;
  await session.query('update journal_instance set committed = $1 where committed < $1', [last]);
}
