import { endAdmissions } from '../recovery/end-admissions.ts';
import { pauseBulkActions } from '../recovery/pause-bulk-actions.ts';
import { findHeld, raiseEpoch, voidHeldLeases } from '../recovery/raise-epoch.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Tells a journal that it has gone back. Nothing is signed until every signing log that it knows
 * was read again, and nothing for an account before that was compared with its chain. Bulk actions
 * that ran at the time of the backup are paused. Without it a journal whose signing logs are lost
 * as well would not notice. In a transaction.
 */
export async function markRestored(session: SqlSession, committed: bigint): Promise<void> {
  await pauseBulkActions(session);
  await endAdmissions(session);
  await voidHeldLeases(session, await findHeld(session));
  await raiseEpoch(session, committed);
}
