import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { ferryman } from './io-for-test.ts';

const keyOf = (letter: string) => `fm_${letter.repeat(43)}`;
const [fileKey, environmentKey, profileKey, flagKey] = ['f', 'e', 'p', 'a'].map(keyOf) as [
  string,
  string,
  string,
  string,
];

let folder = '';
let api: AnsweringServer;
/** The keys that came to the service. */
let seen: (string | undefined)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-keys-'));
  seen = [];
  api = await startAnsweringServer((request, response) => {
    seen.push(request.headers.authorization?.slice('Bearer '.length));
    json({ stops: [], lanes: [], wallets: [] })(request, response);
  });
  await ferryman(['profile', 'set', 'keyless', '--url', api.url], {
    folder,
    environment: { XDG_CONFIG_HOME: folder },
  });
  await ferryman(['profile', 'set', 'keyed', '--url', api.url, '--with-api-key'], {
    folder,
    environment: { XDG_CONFIG_HOME: folder },
    input: profileKey,
  });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

interface Sources {
  words?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  file?: Readonly<Record<string, unknown>>;
}

/** What the service of the test gets from `ferryman stop`. `here`: its address. */
async function sent({ words = [], environment = {}, file = {} }: Sources): Promise<unknown> {
  const filled = JSON.parse(
    JSON.stringify({ words, environment, file }).replaceAll('"here"', JSON.stringify(api.url)),
  ) as Required<Sources>;
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(filled.file));
  const port = new URL(api.url).port;
  const called = await ferryman(['stop', ...filled.words], {
    folder,
    environment: { XDG_CONFIG_HOME: folder, FERRYMAN_API_PORT: port, ...filled.environment },
  });
  expect(called).toMatchObject({ code: 0, stderr: '' });
  expect(seen).toHaveLength(1);
  return seen[0] ?? 'none';
}

const environment = { FERRYMAN_API_KEY: environmentKey };
const file = { client: { apiKey: fileKey } };

it.each<[string, string, Sources]>([
  [
    'the profile of a flag, without a key',
    'none',
    { words: ['--profile', 'keyless'], environment, file },
  ],
  ['the profile of a flag', profileKey, { words: ['--profile', 'keyed'], environment, file }],
  [
    'the profile of a flag, beside a key of a flag',
    flagKey,
    { words: ['--profile', 'keyed', '--api-key', flagKey], environment, file },
  ],
  [
    'the profile of a variable, without a key',
    'none',
    { environment: { FERRYMAN_PROFILE: 'keyless' }, file },
  ],
  [
    'the profile of a variable, beside a key of one',
    environmentKey,
    { environment: { FERRYMAN_PROFILE: 'keyed', ...environment }, file },
  ],
  ['an address of a flag', 'none', { words: ['--api-url', 'here'], file }],
  [
    'an address of a flag, with a key of a variable',
    environmentKey,
    { words: ['--api-url', 'here'], environment, file },
  ],
  ['an address of a variable', 'none', { environment: { FERRYMAN_API_URL: 'here' }, file }],
  ['an address of the file', fileKey, { file: { client: { url: 'here', apiKey: fileKey } } }],
  [
    'an address of the file, with a key of a variable',
    environmentKey,
    { environment, file: { client: { url: 'here' } } },
  ],
  ['the default address', fileKey, { file }],
  ['the default address, with a key of a variable', environmentKey, { environment, file }],
])('%s gets no key of a weaker source than its own', async (_name, key, sources) => {
  expect(await sent(sources)).toBe(key);
});

it('asks nothing on a Tab where only a file of the folder names the service', async () => {
  await writeFile(
    join(folder, 'ferryman.config.json'),
    JSON.stringify({ client: { url: api.url } }),
  );
  const tab = (more: Record<string, string> = {}) =>
    ferryman(['complete', '--', 'stop', 'lane', ''], {
      folder,
      environment: { XDG_CONFIG_HOME: folder, ...environment, ...more },
    });
  expect(await tab()).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(seen).toEqual([]);
  // Who names the file means it.
  await waitFor(async () => {
    await tab({ FERRYMAN_CONFIG: 'ferryman.config.json' });
    expect(seen).toContain(environmentKey);
  });
});

it('says of a profile without a key how to give it one', async () => {
  await api.close();
  api = await startAnsweringServer(
    json({ code: 'UNAUTHORIZED', detail: 'no key', errors: [] }, 401),
  );
  const call = (words: string[]) =>
    ferryman(words, { folder, environment: { XDG_CONFIG_HOME: folder, ...environment } });
  await call(['profile', 'set', 'keyless', '--url', api.url]);
  const { stderr } = await call(['stop', '--profile', 'keyless']);
  expect(stderr).toContain(
    'give the profile one with `ferryman profile set keyless --with-api-key`',
  );
});
