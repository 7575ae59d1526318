import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { type ApiScope, apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { hangSignal } from '../support/hang-limit.ts';
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
  return { ...made, ...(await signInWith(made.key)) };
}

async function signInWith(key: string): Promise<Browser> {
  const answer = await exchange(key);
  expect(answer.status).toBe(200);
  const [cookie = ''] = answer.headers.getSetCookie();
  const { session } = (await answer.json()) as { session: { csrfToken: string } };
  return { cookie: cookie.split(';')[0] ?? '', csrf: session.csrfToken };
}

const exchange = (key: string) =>
  ask('/v1/session', { method: 'POST', headers: { authorization: `Bearer ${key}` } });

const read = async ({ cookie }: Browser) =>
  (await ask('/v1/session', { headers: { cookie } })).status;

const signOut = (browser: Browser) =>
  ask('/v1/session', { method: 'DELETE', headers: headersOf(browser) });

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

describe('rows that someone wrote into the database', () => {
  const key = 'fm_of-an-attacker';
  const hash = createHash('sha256').update(key).digest('hex');
  const status = async (headers: Record<string, string>) =>
    (await ask('/v1/session', { headers })).status;

  it('make no API key', async () => {
    await api.journal.insertApiKey({ id: 'key_666666666666', hash, scopes: apiScopes });
    expect(await status({ authorization: `Bearer ${key}` })).toBe(401);
    const mine = await signIn('view');
    const own = await api.journal.findApiKeyById(mine.id);
    await api.journal.sealApiKey('key_666666666666', own?.seal ?? '');
    expect(await status({ authorization: `Bearer ${key}` })).toBe(401);
  });

  it('make no session of a key that is good', async () => {
    const approver = await signIn('view', 'approve');
    await api.journal.insertSession({ hash, keyId: approver.id, expiresAt: now + 60_000 }, now);
    expect(await status({ cookie: `__Host-ferryman=${key}` })).toBe(401);
    expect(await status({ cookie: approver.cookie })).toBe(200);
  });
});

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
      { 'x-ferryman-csrf': 'é'.repeat(64) },
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
    const late = await signIn('view');
    expect(await read(late)).toBe(200);
    now += 12 * 3_600_000;
    expect(await read(late)).toBe(401);
    const revoked = await signIn('view');
    await api.journal.revokeApiKey(revoked.id, now);
    expect(await read(revoked)).toBe(401);
    const left = await signIn('view');
    const answer = await signOut(left);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-ferryman=; Max-Age=0/);
    expect(await read(left)).toBe(401);
  });

  it('ends what it has begun: streams of events, and waits', async () => {
    const left = await signIn('view');
    const late = await signIn('view');
    const id = await api.submit('waited-for');
    const waits = [left, late].map(({ cookie }) =>
      ask(`/v1/swaps/${id}/wait?timeoutSeconds=2`, { headers: { cookie }, signal: hangSignal() }),
    );
    const streams = await Promise.all(
      [left, late].map(({ cookie }) =>
        ask('/v1/events', { headers: { cookie }, signal: hangSignal() }),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect((await signOut(left)).status).toBe(200);
    now += 12 * 3_600_000;
    // To the end of each.
    const told = await Promise.all(streams.map((stream) => stream.text()));
    for (const text of told) expect(text).not.toContain('data:');
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('is one of at most 20 of its key, and costs the key more than a request', async () => {
    const { key } = await createApiKey({ journal: api.journal, sealer }, ['view']);
    const browsers: Browser[] = [];
    while (browsers.length < 22) {
      now += 1;
      browsers.push(await signInWith(key));
    }
    expect(await Promise.all(browsers.map(read))).toEqual([
      ...[401, 401],
      ...Array.from({ length: 20 }, () => 200),
    ]);
    const slow = await createApiKey({ journal: api.journal, sealer }, ['view'], {
      requestsPerMinute: 25,
    });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await exchange(slow.key)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is ended in the audit log only if it was there', async () => {
    const position = async () => (await api.journal.auditHead()).position;
    const browser = await signIn('view');
    const asProgram = (headers: Record<string, string>) =>
      ask('/v1/session', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${browser.key}`, ...headers },
      });
    const before = await position();
    expect((await asProgram({})).status).toBe(200);
    expect((await asProgram({ cookie: '__Host-ferryman=unknown' })).status).toBe(200);
    expect(await position()).toBe(before);
    expect((await asProgram({ cookie: browser.cookie })).status).toBe(200);
    expect(await read(browser)).toBe(401);
    const [act] = await api.journal.listActs({ limit: 1 });
    expect(act).toMatchObject({ action: 'endSession', subject: `key ${browser.id}` });
    expect(await position()).toBe(before + 1);
  });

  it.each(apiScopes)(
    'is made, read and ended by a key with the scope %s if it reads',
    async (scope) => {
      const { key } = await createApiKey({ journal: api.journal, sealer }, [scope]);
      const authorization = `Bearer ${key}`;
      for (const method of ['POST', 'GET', 'DELETE']) {
        const answer = await ask('/v1/session', { method, headers: { authorization } });
        expect([method, answer.status]).toEqual([method, scope === 'view' ? 200 : 403]);
      }
    },
  );

  it('has the scopes of its key and no others, and loses none of them', async () => {
    const calls: readonly [ApiScope, string, string, unknown?][] = [
      ['view', 'GET', '/v1/swaps'],
      ['submit', 'POST', '/v1/stops', stopEth],
      ['approve', 'POST', '/v1/stops/resume', stopEth],
      ['admin', 'GET', '/v1/keys'],
    ];
    for (const scope of apiScopes) {
      const browser = await signIn(...new Set<ApiScope>(['view', scope]));
      await api.journal.setSwitch({ ...stopEth, by: 'test', stopped: true });
      const may = [];
      for (const [of, method, path, body] of calls) {
        const json = { 'content-type': 'application/json' };
        const answer = await ask(path, {
          method,
          headers: { ...headersOf(browser), ...(body === undefined ? {} : json) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        expect([200, 403]).toContain(answer.status);
        if (answer.status === 200) may.push(of);
      }
      expect(may).toEqual([...new Set(['view', scope])]);
    }
    await api.journal.setSwitch({ ...stopEth, by: 'test', stopped: false });
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

/** `fetch` does not let its caller set the host. */
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
