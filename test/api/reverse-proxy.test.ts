import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchFor } from '../../src/cli/fetch-for.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { documentedSnippets } from '../support/documented-commands.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { openStream } from '../support/read-stream.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

const page = join(import.meta.dirname, '../../docs/operations/access.md');

let api: ApiOnPglite;
let nginx: Nginx;
let fetchOverTls: typeof fetch;

beforeAll(async () => {
  api = await startApiOnPglite();
  const blocks = documentedSnippets(await readFile(page, 'utf8')).flatMap((snippet) =>
    snippet.language === 'nginx' && 'text' in snippet ? [snippet.text] : [],
  );
  expect(blocks).toHaveLength(1);
  nginx = await startNginx(blocks.join(''), ({ port, folder }) => ({
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    '/etc/ssl/ferryman.crt': join(folder, 'tls.crt'),
    '/etc/ssl/ferryman.key': join(folder, 'tls.key'),
    'http://127.0.0.1:7300;': `${api.url};`,
  }));
  fetchOverTls = await fetchFor({ caFile: nginx.caFile });
});
afterAll(async () => {
  await nginx?.close();
  await api.close();
});

async function call(path: string, { as = api.key, body = '', headers = {} } = {}) {
  const answer = await fetchOverTls(`${nginx.url}${path}`, {
    method: body === '' ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === '' ? {} : { body }),
    signal: hangSignal(),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: answer.status,
    headers: answer.headers,
    // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
    body: (isJson ? JSON.parse(text) : text) as any,
  };
}

const submit = (key: string) =>
  call('/v1/swaps', { body: '{"amount":"12.5"}', headers: { 'idempotency-key': key } });

it('passes calls on over TLS, and nothing but the API', async () => {
  const { status, body } = await submit('a call');
  expect(status).toBe(201);
  const read = await call(`/v1/swaps/${body.swap.id}`);
  expect(read.body.swap).toMatchObject({ id: body.swap.id, state: 'requested' });
  // A page of a browser may be told to call the proxy's name.
  expect((await call('/v1/swaps', { headers: { origin: nginx.url } })).status).toBe(200);
  expect((await call('/v1/swaps', { as: 'fm_wrong' })).body).toMatchObject({
    code: 'UNAUTHORIZED',
  });
  for (const path of ['/metrics', '/readyz']) expect((await call(path)).status).toBe(404);
});

it('brings each event of a stream at once', async () => {
  const url = `${nginx.url}/v1/events`;
  const opened = await openStream(url, { key: api.key, signal: hangSignal() }, fetchOverTls);
  const { swap } = (await submit('an event')).body;
  const { value } = (await opened.events?.next()) ?? {};
  expect(value?.data).toMatchObject({ type: 'swap_submitted', swap: { id: swap.id } });
  await opened.events?.return(undefined);
});

it('takes a batch as large as the API does, and answers larger bodies with 413', async () => {
  const sized = (bytes: number) => JSON.stringify({ swaps: 'x'.repeat(bytes - 12) });
  const large = { code: 'BODY_TOO_LARGE' };
  expect(await call('/v1/quotes', { body: sized(70_000) })).toMatchObject({
    status: 413,
    body: large,
  });
  expect(await call('/v1/swaps/batch', { body: sized(4_194_304) })).toMatchObject({ status: 400 });
  // The proxy's own answer is no problem document.
  const { status, body } = await call('/v1/swaps/batch', { body: sized(4_194_305) });
  expect([status, body]).toEqual([413, expect.stringContaining('413 Request Entity Too Large')]);
});

it('counts the requests of a key, wherever they come from', async () => {
  const made = await call('/v1/keys', {
    body: JSON.stringify({ scopes: ['view'], requestsPerMinute: 2 }),
  });
  const ask = () => call('/v1/swaps', { as: made.body.secret });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  const refused = await ask();
  expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('is reached by the command line with a profile that names its authority', async () => {
  const { folder } = api;
  const command = (parameters: string[], input = '') =>
    ferryman(parameters, { folder, input, environment: { XDG_CONFIG_HOME: folder } });
  const set = ['profile', 'set', 'prod', '--url', nginx.url, '--with-api-key'];
  await command(set, api.key);
  expect((await command(['stop', '--profile', 'prod'])).stderr).toContain('API_UNAVAILABLE');
  await command(['profile', 'set', 'prod', '--ca-file', nginx.caFile]);
  const stop = ['stop', 'chain', 'ETH', '--reason', 'drill', '--profile', 'prod'];
  expect(await command(stop)).toMatchObject({ code: 0, stderr: `profile prod: ${nginx.url}` });
  expect(await api.journal.stops()).toMatchObject([{ scope: 'chain', subject: 'ETH' }]);
});
