import type {
  ApiKeyPage,
  ApiKeyRecord,
  ApiMask,
  ApiScope,
  NewApiKeyRecord,
} from '../../ports/stores/api-key-store.ts';
import { storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

export interface ApiKeyRow {
  id: string;
  hash: string;
  scopes: ApiScope[];
  name: string | null;
  wallets: string[] | null;
  chains: string[] | null;
  masks: ApiMask[] | null;
  requests_per_minute: number | null;
  expires_at: number | null;
  created_by: string | null;
  created_at: number;
  revoked_at: number | null;
  sealed_intake_key: string | null;
  principal: string | null;
  seal: string | null;
}

export const selectApiKey = `select id, hash, scopes, name, wallets, chains, masks, requests_per_minute, expires_at,
  created_by, created_at, revoked_at, sealed_intake_key, principal, seal from api_keys`;

/** Throws `JOURNAL_BROKEN_INVARIANT` for an id or hash that is there already. */
export async function insertApiKey(session: SqlSession, key: NewApiKeyRecord): Promise<void> {
  await session.query(
    `insert into api_keys (id, hash, scopes, name, wallets, chains, requests_per_minute, expires_at, created_by,
       sealed_intake_key, masks, principal, seal)
     values ($1, $2, $3::text[], $4, $5::text[], $6::text[], $7, $8, $9, $10, $11::text[], $12, $13)`,
    [
      key.id,
      key.hash,
      [...key.scopes],
      key.name === undefined ? null : storableText(key.name),
      key.wallets ? [...key.wallets] : null,
      key.chains ? [...key.chains] : null,
      key.requestsPerMinute ?? null,
      key.expiresAt === undefined ? null : timestamp(key.expiresAt),
      key.createdBy === undefined ? null : storableText(key.createdBy),
      key.sealedIntakeKey ?? null,
      key.masks ? [...key.masks] : null,
      key.principal ?? null,
      key.seal ?? null,
    ],
  );
}

export async function findApiKey(
  session: SqlSession,
  hash: string,
): Promise<ApiKeyRecord | undefined> {
  const [row] = await session.query<ApiKeyRow>(`${selectApiKey} where hash = $1`, [hash]);
  return row && apiKeyOf(row);
}

export async function findApiKeyById(
  session: SqlSession,
  id: string,
): Promise<ApiKeyRecord | undefined> {
  const [row] = await session.query<ApiKeyRow>(`${selectApiKey} where id = $1`, [id]);
  return row && apiKeyOf(row);
}

export async function sealApiKey(session: SqlSession, id: string, seal: string): Promise<void> {
  await session.query('update api_keys set seal = $2 where id = $1', [id, seal]);
}

export async function countApiKeys(session: SqlSession): Promise<number> {
  return onlyRow(
    await session.query<{ count: number }>('select count(*)::int as count from api_keys'),
  ).count;
}

export async function listApiKeys(
  session: SqlSession,
  { limit, before }: ApiKeyPage = {},
): Promise<ApiKeyRecord[]> {
  const rows = await session.query<ApiKeyRow>(
    `${selectApiKey}
     where $1::text is null or (created_at, id) < (select last.created_at, last.id from api_keys last where last.id = $1)
     order by created_at desc, id desc limit $2::int`,
    [before ?? null, limit ?? null],
  );
  return rows.map(apiKeyOf);
}

export async function revokeApiKey(session: SqlSession, id: string, at: number): Promise<boolean> {
  const rows = await session.query(
    'update api_keys set revoked_at = least(revoked_at, $2::timestamptz) where id = $1 returning id',
    [id, timestamp(at)],
  );
  return rows.length > 0;
}

export function apiKeyOf(row: ApiKeyRow): ApiKeyRecord {
  const { id, hash, scopes } = row;
  return {
    ...{ id, hash, scopes, createdAt: row.created_at },
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.wallets === null ? {} : { wallets: row.wallets }),
    ...(row.chains === null ? {} : { chains: row.chains }),
    ...(row.masks === null ? {} : { masks: row.masks }),
    ...(row.requests_per_minute === null ? {} : { requestsPerMinute: row.requests_per_minute }),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.sealed_intake_key === null ? {} : { sealedIntakeKey: row.sealed_intake_key }),
    ...(row.principal === null ? {} : { principal: row.principal }),
    ...(row.seal === null ? {} : { seal: row.seal }),
  };
}
