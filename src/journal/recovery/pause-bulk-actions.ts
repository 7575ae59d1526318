import type { SqlSession } from '../sql-client.ts';

const why =
  'the journal has gone back: it may not know what this bulk action has done since. Look at its swaps, then resume or abort it';

/**
 * A journal that has gone back brings to life again what ran at that time, finished since or was
 * aborted. It waits for a person. Call it before swaps are locked, as an item locks its action
 * before its swap.
 */
export async function pauseBulkActions(session: SqlSession): Promise<void> {
  await session.query(
    `update bulk_actions set state = 'paused', state_reason = $1, locked_by = null, locked_until = null, updated_at = now()
     where state = 'running'`,
    [why],
  );
}
