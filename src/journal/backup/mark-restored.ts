import { findHeld, raiseEpoch, voidHeldLeases } from '../recovery/raise-epoch.ts';
import type { SqlClient } from '../sql-client.ts';

/**
 * Tells a journal that it has gone back. Nothing is signed until every signing log that it knows
 * was read again, and nothing for an account before that was compared with its chain. Without it a
 * journal whose signing logs are lost as well would not notice.
 */
export async function markRestored(client: SqlClient, committed: bigint): Promise<void> {
  await client.transaction(async (session) => {
    await voidHeldLeases(session, await findHeld(session));
    await raiseEpoch(session, committed);
  });
}
