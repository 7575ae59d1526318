import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface ApiKeyRow extends Omit<ApiKeyRecord, 'sealedIntakeKey'> {
  sealed_intake_key: string | null;
}

const select = 'select id, hash, scopes, sealed_intake_key from api_keys';

/** Throws `JOURNAL_BROKEN_INVARIANT` if the id or the hash exists already. */
export async function insertApiKey(session: SqlSession, key: ApiKeyRecord): Promise<void> {
  await session.query(
    'insert into api_keys (id, hash, scopes, sealed_intake_key) values ($1, $2, $3::text[], $4)',
    [key.id, key.hash, [...key.scopes], key.sealedIntakeKey ?? null],
  );
}

export async function findApiKey(
  session: SqlSession,
  hash: string,
): Promise<ApiKeyRecord | undefined> {
  const [row] = await session.query<ApiKeyRow>(`${select} where hash = $1`, [hash]);
  return row && recordOf(row);
}

export async function findApiKeyById(
  session: SqlSession,
  id: string,
): Promise<ApiKeyRecord | undefined> {
  const [row] = await session.query<ApiKeyRow>(`${select} where id = $1`, [id]);
  return row && recordOf(row);
}

export async function countApiKeys(session: SqlSession): Promise<number> {
  return onlyRow(
    await session.query<{ count: number }>('select count(*)::int as count from api_keys'),
  ).count;
}

function recordOf({ sealed_intake_key: sealed, ...key }: ApiKeyRow): ApiKeyRecord {
  return { ...key, ...(sealed === null ? {} : { sealedIntakeKey: sealed }) };
}
