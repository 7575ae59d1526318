import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function instanceId(session: SqlSession): Promise<string> {
  return onlyRow(await session.query<{ id: string }>('select id from journal_instance')).id;
}
