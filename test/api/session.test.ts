import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import type { ApiScope } from '../../src/ports/stores/api-key-store.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
let now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  api = await startApiOnPglite({
    parts: {
      clock: { now: () => now },
      publicUrl: 'https://ferryman.example.com',
    },
  });
});
afterAll(() => api.close());

interface Browser {
  cookie: string;
  csrf: string;
}

const ask = (path: string, { headers = {}, ...request }: RequestInit = {}) =>
  fetch(`${api.url}${path}`, { ...request, headers });

async function signIn(...scopes: ApiScope[]): Promise<Browser & { id: string; key: string }> {
  const made = await createApiKey({ journal: api.journal, sealer }, scopes);
  const answer = await ask('/v1/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${made.key}` },
  });
  expect(answer.status).toBe(200);
  const [cookie = ''] = answer.headers.getSetCookie();
  const { session } = (await answer.json()) as { session: { csrfToken: string } };
  return { ...made, cookie: cookie.split(';')[0] ?? '', csrf: session.csrfToken };
}

const stopEth = { scope: 'chain', subject: 'ETH', reason: 'test' } as const;

/** Stops a chain as a page does; a header of `change` that is undefined is left out. */
async function stop({ cookie, csrf }: Browser, change: Record<string, string | undefined> = {}) {
  const headers = {
    cookie,
    origin: api.url,
    'content-type': 'application/json',
    'x-ferryman-csrf': csrf,
    ...change,
  };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const answer = await ask('/v1/stops', {
    method: 'POST',
    headers: Object.fromEntries(given) as Record<string, string>,
    body: JSON.stringify(stopEth),
  });
  return { status: answer.status, ...((await answer.json()) as { code?: string }) };
}

const isStopped = async () => (await api.journal.stops()).length > 0;

describe('a session of a browser', () => {
  it('has a cookie that only this host gets, and no script', async () => {
    const { key } = await createApiKey({ journal: api.journal, sealer }, ['view']);
    const answer = await ask('/v1/session', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-ferryman=[\w-]{43}; /);
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict', 'Max-Age=43200'])
      expect(cookie?.split('; ')).toContain(part);
    expect(await answer.text()).not.toContain(key);
  });

  it('reads and acts with the rights of its key, and the audit log has the key', async () => {
    const browser = await signIn('view', 'submit');
    expect(await stop(browser)).toMatchObject({ status: 200 });
    expect(await isStopped()).toBe(true);
    const [act] = await api.journal.listActs({ limit: 1 });
    expect(act).toMatchObject({ actor: `API key ${browser.id}`, action: 'stop', reason: 'test' });
    const refused = await ask('/v1/stops/resume', {
      method: 'POST',
      headers: { ...headersOf(browser), 'content-type': 'application/json' },
      body: JSON.stringify(stopEth),
    });
    expect(refused.status).toBe(403);
    await api.journal.setSwitch({ ...stopEth, by: 'test', stopped: false });
  });

  it('does nothing that a page of another site makes the browser send', async () => {
    const browser = await signIn('view', 'submit');
    const other = await signIn('view', 'submit');
    for (const change of [
      { 'x-ferryman-csrf': undefined },
      { 'x-ferryman-csrf': other.csrf },
      { 'x-ferryman-csrf': browser.cookie },
      { origin: undefined },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ])
      expect(await stop(browser, change)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await isStopped()).toBe(false);
  });

  it('is taken under the public address that is configured, and under no other', async () => {
    const { cookie } = await signIn('view');
    const under = (host: string, origin: string) => statusUnder(host, { origin, cookie });
    expect(await under('ferryman.example.com', 'https://ferryman.example.com')).toBe(200);
    expect(await under('ferryman.example.com', 'http://ferryman.example.com')).toBe(403);
    expect(await under('ferryman.example.com', api.url)).toBe(403);
    expect(await under(new URL(api.url).host, 'https://ferryman.example.com')).toBe(403);
    expect(await under('ferryman.example.com.evil.example', 'https://ferryman.example.com')).toBe(
      403,
    );
  });

  it('ends with its time, its key, and when a person signs out', async () => {
    const read = async ({ cookie }: Browser) =>
      (await ask('/v1/session', { headers: { cookie } })).status;
    const late = await signIn('view');
    expect(await read(late)).toBe(200);
    now += 12 * 3_600_000;
    expect(await read(late)).toBe(401);
    const revoked = await signIn('view');
    await api.journal.revokeApiKey(revoked.id, now);
    expect(await read(revoked)).toBe(401);
    const left = await signIn('view');
    const answer = await ask('/v1/session', { method: 'DELETE', headers: headersOf(left) });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-ferryman=; Max-Age=0/);
    expect(await read(left)).toBe(401);
  });

  it('is not made by a session, nor by a key that cannot read', async () => {
    const browser = await signIn('view');
    const again = await ask('/v1/session', { method: 'POST', headers: headersOf(browser) });
    expect(again.status).toBe(400);
    const { key } = await createApiKey({ journal: api.journal, sealer }, ['submit']);
    const blind = await ask('/v1/session', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(blind.status).toBe(403);
    expect(blind.headers.getSetCookie()).toEqual([]);
  });
});

function headersOf({ cookie, csrf }: Browser): Record<string, string> {
  return { cookie, origin: api.url, 'x-ferryman-csrf': csrf };
}

/** `fetch` lets nobody set the host. */
function statusUnder(host: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${api.url}/v1/session`, { headers: { host, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
