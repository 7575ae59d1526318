import type { Backup } from '../../ports/stores/backup-store.ts';
import { migrateRestored } from '../migrate.ts';
import { onlyRow } from '../only-row.ts';
import { recordAct } from '../operations/audit-log.ts';
import { setSwitch } from '../operations/set-switch.ts';
import { takeDownFence } from '../restore-fence.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { factsOf } from './facts-of.ts';
import { markRestored } from './mark-restored.ts';

/** What a person wants of a restore. */
export interface RestoreRequest {
  /** Who restores, as the audit log names it. */
  by: string;
  /** All signing is stopped for this reason in the restored journal. */
  stopped?: string;
  /** Ends every API key of the backup: those that were revoked since are good in it. */
  revokesKeys?: boolean;
}

/** API keys of the restored journal. */
export interface RestoredKeys {
  /** Keys that are good now. */
  livingKeys: number;
  revokedKeys: number;
}

/**
 * Makes a restored journal one that processes may open, all at once. A journal of a newer version is
 * refused before. Throws `SCHEMA_TOO_NEW`.
 */
export async function finishRestore(
  client: SqlClient,
  backup: Backup,
  request: RestoreRequest,
): Promise<RestoredKeys> {
  await migrateRestored(client);
  return client.transaction(async (session) => {
    await markRestored(session, BigInt((await factsOf(session)).committed));
    const revoked = request.revokesKeys ? await revokeLiving(session) : [];
    await recordRestore(session, backup, request, revoked);
    // A session that was ended since the backup must not live again.
    await session.query('delete from sessions');
    await session.query(takeDownFence);
    return { livingKeys: await countLiving(session), revokedKeys: revoked.length };
  });
}

async function recordRestore(
  session: SqlSession,
  { madeAt, sha256, committed }: Backup,
  { by, stopped }: RestoreRequest,
  revokedKeys: readonly string[],
): Promise<void> {
  const reason = stopped === undefined ? {} : { reason: stopped };
  const data = { madeAt, sha256, committed, revokedKeys };
  await recordAct(session, {
    ...{ actor: by, action: 'restoreBackup', subject: 'journal', data },
    ...reason,
  });
  if (stopped === undefined) return;
  await recordAct(session, {
    actor: by,
    action: 'stop',
    subject: 'all',
    reason: stopped,
    data: {},
  });
  await setSwitch(session, { scope: 'all', subject: '', stopped: true, by, reason: stopped });
}

const living =
  '(revoked_at is null or revoked_at > now()) and (expires_at is null or expires_at > now())';

async function revokeLiving(session: SqlSession): Promise<string[]> {
  const rows = await session.query<{ id: string }>(
    `update api_keys set revoked_at = now() where ${living} returning id`,
  );
  return rows.map(({ id }) => id).sort();
}

async function countLiving(session: SqlSession): Promise<number> {
  return onlyRow(
    await session.query<{ count: number }>(
      `select count(*)::int as count from api_keys where ${living}`,
    ),
  ).count;
}
