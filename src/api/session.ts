import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { FerrymanError } from '../errors/ferryman-error.ts';
import {
  isSessionSealed,
  requireKeySeal,
  type SealedStore,
  sealSession,
} from '../executor/api-keys/key-seal.ts';
import type { ApiKeyRecord } from '../ports/stores/api-key-store.ts';
import type { Session, SessionStore } from '../ports/stores/session-store.ts';
import type { ApiEnvironment } from './api-environment.ts';

/*
 * A browser keeps no API key: it exchanges one for a session, whose token is in a cookie that no
 * script can read. A page proves with each act that it has read an answer of this service: the CSRF
 * token is made of the session's, and a page of another origin knows neither.
 */

/** With its prefix `__Host-ferryman`: of this host only, and over TLS or the loopback only. */
const cookieName = 'ferryman';

/** For how long a session lives, in milliseconds: a working day and a bit. */
const lifetime = 12 * 3_600_000;

const csrfHeader = 'x-ferryman-csrf';

/** The session of a request. */
export interface RequestSession {
  /** The SHA-256 of its token, hex. */
  hash: string;
  csrfToken: string;
  expiresAt: number;
}

/** @returns the session that the context's answer now sets */
export async function beginSession(
  context: Context<ApiEnvironment>,
  { journal, sealer }: SealedStore<Pick<SessionStore, 'insertSession'>>,
  { keyId, now }: { keyId: string; now: number },
): Promise<RequestSession> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + lifetime;
  const hash = sha256(token);
  const seal = await sealSession(sealer, { hash, keyId, expiresAt });
  await journal.insertSession({ hash, keyId, expiresAt, seal }, now);
  setCookie(context, cookieName, token, {
    prefix: 'host',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: lifetime / 1_000,
  });
  return { hash, csrfToken: csrfTokenOf(token), expiresAt };
}

/**
 * Ends the session of the request's cookie.
 * @param before called with the id of the session's key, if there is a session to end
 */
export async function endSession(
  context: Context<ApiEnvironment>,
  journal: Pick<SessionStore, 'findSession' | 'endSession'>,
  before: (keyId: string) => Promise<void>,
): Promise<void> {
  const token = tokenOf(context);
  const hash = token === undefined ? undefined : sha256(token);
  const found = hash === undefined ? undefined : await journal.findSession(hash);
  if (hash !== undefined && found) {
    await before(found.key.id);
    await journal.endSession(hash);
  }
  deleteCookie(context, cookieName, { prefix: 'host' });
}

/**
 * The key that the request's session stands for, or `undefined` if it has none. Throws
 * `UNAUTHORIZED` for a session that is over, and `FORBIDDEN` for an act that another site could have
 * made the browser send.
 */
export async function findSessionKey(
  context: Context<ApiEnvironment>,
  needs: SealedStore<Pick<SessionStore, 'findSession'>>,
  now: number,
): Promise<{ key: ApiKeyRecord; session: RequestSession } | undefined> {
  const token = tokenOf(context);
  if (token === undefined) return undefined;
  const hash = sha256(token);
  const { key, expiresAt } = await requireSession(needs, hash, now);
  const csrfToken = csrfTokenOf(token);
  requireOwnPage(context, csrfToken);
  return { key, session: { hash, csrfToken, expiresAt } };
}

/**
 * The session with this SHA-256 of its token. Throws `UNAUTHORIZED` if it is over, or if no process
 * with the intake secret began it or made its key. Whether the key is over is not looked at.
 */
export async function requireSession(
  { journal, sealer }: SealedStore<Pick<SessionStore, 'findSession'>>,
  hash: string,
  now: number,
): Promise<Session> {
  const found = await journal.findSession(hash);
  if (!found || found.expiresAt <= now || !(await isSessionSealed(sealer, hash, found)))
    throw new FerrymanError('UNAUTHORIZED', 'the session is over; sign in again');
  await requireKeySeal(sealer, found.key);
  return found;
}

/**
 * Reading is safe: the answer goes to pages of this origin alone. The Origin itself is compared for
 * every request (`local-only.ts`), and every browser sends it with an act.
 */
function requireOwnPage({ req }: Context<ApiEnvironment>, csrfToken: string): void {
  if (req.method === 'GET' || req.method === 'HEAD') return;
  const given = Buffer.from(req.header(csrfHeader) ?? '');
  const known = Buffer.from(csrfToken);
  // Of bytes: letters may have more than one.
  const isKnown = given.length === known.length && timingSafeEqual(given, known);
  if (req.header('origin') === undefined || !isKnown)
    throw new FerrymanError(
      'FORBIDDEN',
      `an act of a session needs the headers Origin and ${csrfHeader}; GET /v1/session has the token`,
    );
}

function tokenOf(context: Context<ApiEnvironment>): string | undefined {
  return getCookie(context, cookieName, 'host');
}

function csrfTokenOf(token: string): string {
  return sha256(`csrf ${token}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
