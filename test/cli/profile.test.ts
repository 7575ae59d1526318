import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliResult, ferryman } from './io-for-test.ts';

const key = `fm_${'k'.repeat(43)}`;
const run = promisify(execFile);

let folder = '';
let file = '';
let environment: Record<string, string> = {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-profile-'));
  file = join(folder, 'ferryman', 'profiles.json');
  environment = { XDG_CONFIG_HOME: folder };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const call = (parameters: string[], world: { input?: string; answers?: string[] } = {}) =>
  ferryman(parameters, { folder, environment, ...world });
const set = (name: string, ...more: string[]): Promise<CliResult> =>
  call(['profile', 'set', name, '--url', `http://127.0.0.1:9/${name}`, ...more], { input: key });

describe('ferryman profile', () => {
  it('stores services for this user alone, and shows no key', async () => {
    expect((await set('prod', '--with-api-key')).code).toBe(0);
    await set('staging', '--output', 'json');
    await call(['profile', 'use', 'prod']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(key);
    const listed = await call(['profile', 'list']);
    expect(listed.stdout).toMatch(/^\* +prod +http:\/\/127.0.0.1:9\/prod +stored/m);
    const shown = await call(['profile', 'show', '--json']);
    expect(shown.json()).toMatchObject({ name: 'prod', apiKey: 'stored', output: 'text' });
    for (const { stdout, stderr } of [listed, shown]) expect(stdout + stderr).not.toContain(key);
    await call(['profile', 'remove', 'prod']);
    expect((await call(['profile', 'show'])).stderr).toContain('no profile is in use');
  });

  it('takes no key with the address of another service', async () => {
    await set('prod', '--with-api-key');
    await call(['profile', 'set', 'prod', '--url', 'https://ferryman.example.com']);
    expect(await readFile(file, 'utf8')).not.toContain(key);
    expect((await call(['profile', 'set', 'x', '--url', 'ftp://host'])).code).toBe(2);
    expect((await call(['profile', 'set', '../x', '--url', 'http://host'])).code).toBe(2);
  });

  it('is refused while others may read it, and says how to fix that', async () => {
    await set('prod', '--with-api-key');
    await chmod(file, 0o640);
    for (const command of [['profile', 'list'], ['swap', 'list'], ['lanes']]) {
      const { code, stderr } = await call(command);
      expect(code).toBe(1);
      expect(stderr).toContain(`chmod 600 ${file}`);
    }
    await chmod(file, 0o600);
    await writeFile(file, '{"profiles":{"a":{"url":"nowhere"}}}');
    expect((await call(['profile', 'list'])).stderr).toContain('profiles.a.url: is not a URL');
  });
});

describe('the profile in use', () => {
  /** What a service got, over TLS with an authority of its own. */
  async function withService(
    check: (url: string, seen: (string | undefined)[], caFile: string) => Promise<void>,
  ): Promise<void> {
    const [certificate, privateKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', privateKey, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ]);
    const seen: (string | undefined)[] = [];
    const server = createServer(
      { cert: await readFile(certificate), key: await readFile(privateKey) },
      ({ headers }, response) => {
        seen.push(headers.authorization);
        response.setHeader('content-type', 'application/json').end('{"stops":[]}');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await check(`https://127.0.0.1:${port}`, seen, certificate).finally(() => server.close());
  }

  it('gives address, key, authority and output, and is named before an act', async () => {
    await withService(async (url, seen, caFile) => {
      await call(['profile', 'set', 'tls', '--url', url, '--with-api-key', '--output', 'json'], {
        input: `${key}\n`,
      });
      const untrusted = await call(['--profile', 'tls', 'stop']);
      expect(untrusted.stderr).toContain('error API_UNAVAILABLE');
      await call(['profile', 'set', 'tls', '--ca-file', caFile]);
      const looked = await call(['--profile', 'tls', 'stop']);
      expect(looked).toMatchObject({ code: 0, stderr: '' });
      expect(looked.json()).toEqual({ stops: [] });
      const act = ['stop', 'all', '--reason', 'drill', '--profile', 'tls', '--no-json'];
      expect(await call(act)).toMatchObject({
        stdout: 'nothing is stopped',
        stderr: `profile tls: ${url}`,
      });
      expect(seen).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
    });
  });

  it('is named before a person is asked', async () => {
    await set('prod');
    const act = ['resume', 'all', '--reason', 'over', '--profile', 'prod'];
    const { code, stderr } = await call(act, { answers: ['n'] });
    expect({ code, lines: stderr.split('\n') }).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^profile prod: http/),
        expect.stringContaining('Resume it? [y/N]'),
        'Nothing was changed.',
      ],
    });
  });

  it('leaves the address to be named where there is none', async () => {
    const url = 'http://127.0.0.1:1';
    const act = ['resume', 'all', '--reason', 'over', '--api-url', url, '--no-json'];
    const { stderr } = await call(act, { answers: ['n'] });
    expect(stderr.split('\n')).toEqual([
      `service ${url}`,
      expect.stringContaining('Resume it? [y/N]'),
      'Nothing was changed.',
    ]);
  });

  it('gives way to flags and environment, and lends its key to no other address', async () => {
    await withService(async (url, seen, caFile) => {
      await set('prod', '--with-api-key');
      await call(['profile', 'use', 'prod']);
      environment = { ...environment, FERRYMAN_API_CA_FILE: caFile };
      expect((await call(['stop', '--api-url', url])).code).toBe(0);
      environment = { ...environment, FERRYMAN_API_URL: url };
      expect((await call(['stop'])).code).toBe(0);
      expect(seen).toEqual([undefined, undefined]);
      // A flag wins over the environment.
      const named = await call(['stop', '--profile', 'prod']);
      expect(named.stderr).toContain('no Ferryman answers at 127.0.0.1:9');
      expect((await call(['stop', '--profile', 'prod', '--api-url', url])).code).toBe(2);
    });
  });

  it('must exist', async () => {
    await set('prod');
    expect((await call(['stop', '--profile', 'prdo'])).stderr).toContain('there are prod');
    environment = { ...environment, FERRYMAN_PROFILE: 'prdo' };
    expect((await call(['stop'])).stderr).toContain('variable FERRYMAN_PROFILE');
  });
});
