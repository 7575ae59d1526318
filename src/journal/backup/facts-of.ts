import { onlyRow } from '../only-row.ts';
import { fenceNumber } from '../restore-fence.ts';
import type { SqlSession } from '../sql-client.ts';
import type { BackupFacts } from './backup-description.ts';

/** Which journal this is, and how far it has come. */
export async function factsOf(session: SqlSession): Promise<BackupFacts> {
  return onlyRow(
    await session.query<BackupFacts>(
      `select id as "instanceId", committed::text as committed,
         (select max(number) from migrations where number < ${fenceNumber}) as schema
       from journal_instance`,
    ),
  );
}
