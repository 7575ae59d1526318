import type { ApiKeyRecord } from '../../ports/journal.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Throws `JOURNAL_BROKEN_INVARIANT` for an id or hash that is there already. */
export async function insertApiKey(session: SqlSession, key: ApiKeyRecord): Promise<void> {
  await session.query('insert into api_keys (id, hash, scopes) values ($1, $2, $3::text[])', [
    key.id,
    key.hash,
    [...key.scopes],
  ]);
}

export async function findApiKey(session: SqlSession, hash: string): Promise<ApiKeyRecord | undefined> {
  const [key] = await session.query<ApiKeyRecord>('select id, hash, scopes from api_keys where hash = $1', [hash]);
  return key;
}

export async function countApiKeys(session: SqlSession): Promise<number> {
  return onlyRow(await session.query<{ count: number }>('select count(*)::int as count from api_keys')).count;
}
