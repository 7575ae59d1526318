import type { Session, SessionStore } from '../../ports/stores/session-store.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { type ApiKeyRow, apiKeyOf, selectApiKey } from './api-keys.ts';

/** The sessions of a key that stay beside a new one. */
const othersOfKey = 19;

export async function insertSession(
  session: SqlSession,
  { hash, keyId, expiresAt, seal }: Parameters<SessionStore['insertSession']>[0],
  now: number,
): Promise<void> {
  await session.query(
    `with over as (
       delete from sessions where expires_at <= $4 or hash in (
         select hash from sessions where key_id = $2 order by expires_at desc, hash offset $5
       )
     )
     insert into sessions (hash, key_id, expires_at, seal) values ($1, $2, $3, $6)`,
    [hash, keyId, timestamp(expiresAt), timestamp(now), othersOfKey, seal ?? null],
  );
}

export async function findSession(session: SqlSession, hash: string): Promise<Session | undefined> {
  const [row] = await session.query<
    ApiKeyRow & { session_expires_at: number; session_seal: string | null }
  >(
    `select api_keys.*, sessions.expires_at as session_expires_at, sessions.seal as session_seal
     from sessions join (${selectApiKey}) api_keys on api_keys.id = sessions.key_id
     where sessions.hash = $1`,
    [hash],
  );
  if (!row) return undefined;
  const { session_expires_at: expiresAt, session_seal: seal } = row;
  return { key: apiKeyOf(row), expiresAt, ...(seal === null ? {} : { seal }) };
}

export async function endSession(session: SqlSession, hash: string): Promise<void> {
  await session.query('delete from sessions where hash = $1', [hash]);
}
