import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Backup } from '../../ports/stores/backup-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { factsOf } from './facts-of.ts';

/**
 * The restored journal is the one that the description names, and knows all that it had then.
 * Throws `BACKUP_DAMAGED`.
 */
export async function requireSame(session: SqlSession, backup: Backup): Promise<void> {
  const { instanceId, schema, committed } = await factsOf(session);
  if (
    instanceId === backup.instanceId &&
    schema === backup.schema &&
    BigInt(committed) >= BigInt(backup.committed)
  )
    return;
  throw new FerrymanError(
    'BACKUP_DAMAGED',
    `${backup.folder} describes journal ${backup.instanceId} with ${backup.committed} attempts, and has journal ${instanceId} with ${committed}`,
  );
}
