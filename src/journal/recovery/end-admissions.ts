import type { SqlSession } from '../sql-client.ts';
import { ownActor } from '../writes/own-actor.ts';

const why =
  'the journal has gone back: it may not know what was revoked or rejected since. Approve again what is still wanted';

/**
 * A journal that has gone back brings to life again what persons have revoked since. Everything that
 * they admitted ends, and the guard holds what needs it.
 */
export async function endAdmissions(session: SqlSession): Promise<void> {
  await session.query(
    `update approvals set revoked_by = $1, revoked_at = now(), revoke_reason = $2
     where state = 'approved' and revoked_at is null`,
    [ownActor, why],
  );
}
