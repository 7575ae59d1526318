import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../sandbox/evm/free-port.ts';
import { fetchFor } from '../../src/cli/fetch-for.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { documentedSnippets } from '../support/documented-commands.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { sealer } from '../support/intake-keys.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

let api: ApiOnPglite;
let nginx: Nginx;
let browser: TestBrowser;
let fetchOverTls: typeof fetch;

beforeAll(async () => {
  const port = await freePort();
  api = await startApiOnPglite({
    parts: { publicUrl: `https://localhost:${port}`, dashboard: 'dist/dashboard' },
  });
  const server = await blockOf('operations/access.md');
  const locations = await blockOf('guides/dashboard.md');
  const ofApi = /^ {2}location \/v1\/ \{.*?^ {2}\}\n/ms;
  expect(server).toMatch(ofApi);
  nginx = await startNginx(
    server.replace(ofApi, () => locations),
    ({ folder }) => ({
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      '/etc/ssl/ferryman.crt': join(folder, 'tls.crt'),
      '/etc/ssl/ferryman.key': join(folder, 'tls.key'),
      'http://127.0.0.1:7300;': `${api.url};`,
    }),
    port,
  );
  fetchOverTls = await fetchFor({ caFile: nginx.caFile });
  browser = await launchBrowser(nginx.url);
});
afterAll(async () => {
  await browser?.close();
  await nginx?.close();
  await api.close();
});

/** The one block for nginx of a page. */
async function blockOf(page: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../docs', page), 'utf8');
  const blocks = documentedSnippets(text).flatMap((snippet) =>
    snippet.language === 'nginx' && 'text' in snippet ? [snippet.text] : [],
  );
  expect(blocks).toHaveLength(1);
  return blocks.join('');
}

const status = async (path: string, headers: Record<string, string> = {}) =>
  (await fetchOverTls(`${nginx.url}${path}`, { headers, signal: hangSignal() })).status;

it('lets a person sign in, act, and sign out in a browser', async () => {
  const { key, id } = await createApiKey({ journal: api.journal, sealer }, ['view', 'submit']);
  // The authority is the test's own.
  const page = await browser.open({ ignoreHTTPSErrors: true });
  await page.goto('/');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: '__Host-ferryman', secure: true, sameSite: 'Strict' });
  // An act: the session's cookie, its token and the Origin reach the service.
  const { session } = (await (await page.request.get('/v1/session')).json()) as {
    session: { csrfToken: string };
  };
  const stopped = await page.evaluate(async (csrf) => {
    const answer = await fetch('/v1/stops', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ferryman-csrf': csrf },
      body: JSON.stringify({ scope: 'chain', subject: 'ETH', reason: 'a drill' }),
    });
    return answer.status;
  }, session.csrfToken);
  expect(stopped).toBe(200);
  const [act] = await api.journal.listActs({ limit: 1 });
  expect(act).toMatchObject({ actor: `API key ${id}`, action: 'stop', subject: 'chain ETH' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(browser.troubles()).toEqual([]);
});

it('refuses what comes from the page of another site, and keeps what is for this machine', async () => {
  const authorization = `Bearer ${api.key}`;
  expect(await status('/v1/swaps', { authorization })).toBe(200);
  expect(await status('/v1/swaps', { authorization, origin: nginx.url })).toBe(200);
  expect(await status('/v1/swaps', { authorization, origin: 'https://elsewhere.example' })).toBe(
    403,
  );
  for (const path of ['/metrics', '/readyz', '/livez']) expect(await status(path)).toBe(404);
  expect(await status('/swaps')).toBe(200);
});
