import type { Context } from 'hono';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { hashApiKey } from '../executor/api-keys/create-api-key.ts';
import { requireKeySeal, type SealedStore } from '../executor/api-keys/key-seal.ts';
import { identify, requireLiving } from '../executor/authorize.ts';
import type { ApiKeyRecord, ApiKeyStore } from '../ports/stores/api-key-store.ts';
import type { SessionStore } from '../ports/stores/session-store.ts';
import type { ApiEnvironment } from './api-environment.ts';
import { findSessionKey, type RequestSession, requireSession } from './session.ts';

/** Who makes a request: an API key, which a browser's session may stand for. */
interface Caller {
  key: ApiKeyRecord;
  session?: RequestSession;
}

/** By the API key of the request, else by its session. Throws `UNAUTHORIZED`, `FORBIDDEN`. */
export async function identifyCaller(
  context: Context<ApiEnvironment>,
  needs: SealedStore<Pick<ApiKeyStore, 'findApiKey'> & Pick<SessionStore, 'findSession'>>,
  now: number,
): Promise<Caller> {
  const header = context.req.header('authorization');
  const found = header === undefined ? await findSessionKey(context, needs, now) : undefined;
  if (!found) return { key: await identify(needs, hashApiKey(bearerOf(header)), now) };
  requireLiving(found.key, now);
  return found;
}

/**
 * Checks again, for what takes longer than a moment, that the key is good and that the session has
 * not ended. Throws `UNAUTHORIZED`. One query.
 */
export async function requireCaller(
  needs: SealedStore<Pick<ApiKeyStore, 'findApiKeyById'> & Pick<SessionStore, 'findSession'>>,
  { key: { id }, session }: Caller,
  now: number,
): Promise<void> {
  if (session) {
    const { key } = await requireSession(needs, session.hash, now);
    return requireLiving(key, now);
  }
  const key = await needs.journal.findApiKeyById(id);
  if (!key) throw new FerrymanError('UNAUTHORIZED', `the service has lost the API key ${id}`);
  await requireKeySeal(needs.sealer, key);
  requireLiving(key, now);
}

/** A key that is missing reads differently from one that was copied wrongly. */
export function bearerOf(header: string | undefined): string {
  const bearer = /^Bearer (fm_[\w-]{1,100})$/.exec(header ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const fault = header
    ? 'the Authorization header is not of the form "Bearer fm_…": the API key is incomplete or another kind of key'
    : 'the request has no API key; send it as "Authorization: Bearer fm_…"';
  throw new FerrymanError('UNAUTHORIZED', fault);
}
