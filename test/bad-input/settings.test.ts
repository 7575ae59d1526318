import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ferryman } from '../cli/io-for-test.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-settings-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (settings: unknown) =>
  writeFile(
    join(folder, 'ferryman.config.json'),
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  );
const chains = { ETH: { chainId: 11_155_111, rpcUrls: ['https://sepolia.example'] } };

async function faultsOf(environment: Record<string, string> = {}) {
  const { code, json } = await ferryman(['config', 'check', '--json'], { folder, environment });
  expect(code).toBe(1);
  return json().faults as { path: string; source: string; message: string; fix: string }[];
}

describe('a configuration', () => {
  it('with five faults is told all five, and nothing is started or made', async () => {
    await file({
      logLevel: 'loud',
      router: { url: 'http://router.example', timeoutMs: 61_001 },
      chains: { ETH: { chainId: 11_155_111, rpcUrls: ['ws://sepolia.example'] } },
    });
    const environment = { FERRYMAN_API_PORT: '70000' };
    const paths = [
      '/api/port',
      '/chains/ETH/rpcUrls/0',
      '/logLevel',
      '/router/timeoutMs',
      '/router/url',
    ];
    const faults = await faultsOf(environment);
    expect(faults.map(({ path }) => path).sort()).toEqual(paths);
    for (const { source, message, fix } of faults) {
      expect(source).toMatch(/^(file|variable) /);
      expect(message).toMatch(/\w/);
      expect(fix).toMatch(/^[A-Z].*\.$/);
    }
    const started = await ferryman(['wallet', 'create', 'main'], { folder, environment });
    expect(started.code).toBe(1);
    expect(started.stderr).toContain('error CONFIG_INVALID');
    for (const path of paths)
      expect(started.stderr).toContain(`  ${path.slice(1).replaceAll('/', '.')}: `);
    expect(await readdir(folder)).toEqual(['ferryman.config.json']);
  });

  it('has one fault where one value is wrong', async () => {
    await file({
      router: { url: '', paths: { quote: '' } },
      chains,
      databaseUrl: '',
      redisUrl: 'nowhere',
    });
    const paths = (await faultsOf()).map(({ path }) => path);
    expect(paths.sort()).toEqual([
      '/databaseUrl',
      '/redisUrl',
      '/router/paths/quote',
      '/router/url',
    ]);
  });

  // A second less than a call may take is what the service is given, and it takes 2 to 60 s.
  it.each([2_999, 61_001])(
    'gives the routing service 2 to 60 seconds, not %i ms for a call',
    async (timeoutMs) => {
      await file({ router: { url: 'https://router.example', timeoutMs }, chains });
      expect(await faultsOf()).toMatchObject([
        { path: '/router/timeoutMs', fix: expect.stringContaining('2 to 60 s') },
      ]);
    },
  );

  it.each<[what: string, settings: unknown, path: string, says: RegExp]>([
    [
      'a list of chains',
      { router: { url: 'https://router.example' }, chains: [chains.ETH] },
      '/chains',
      /^is not an object$/,
    ],
    ['an API that is a port', { api: 7_300 }, '/api', /^is not an object$/],
    [
      'a text that is cut off',
      '{\n  "logLevel": "info",\n',
      '',
      /^is not JSON from line 3, column 1 on$/,
    ],
    [
      'a comma too many',
      '{\n  "logLevel": "info",\n}',
      '',
      /^is not JSON from line 3, column 1 on$/,
    ],
    ['a list', '[]', '', /^is not a JSON object$/],
  ])('of %s is one fault, and says where', async (_what, settings, path, says) => {
    await file(settings);
    expect(await faultsOf()).toMatchObject([{ path, message: expect.stringMatching(says) }]);
  });

  it('does not show its secrets where it is broken', async () => {
    await file('{"keystorePassword": "hunter22", }');
    const [fault] = await faultsOf();
    expect(JSON.stringify(fault)).not.toContain('hunter22');
    expect(fault?.message).toBe('is not JSON from line 1, column 34 on');
  });
});
