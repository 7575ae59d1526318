import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/api/listen.ts';
import { ferryman } from './io-for-test.ts';

let folder = '';
let port = '';
let close: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-cli-'));
  const other = await listen({ port: 0, option: '--port' });
  close = other.close;
  port = String(other.port);
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

/** Nothing listens at these addresses: a start that connected first would fail there. */
const nowhere = 'http://127.0.0.1:9';
const configured = {
  router: { url: nowhere },
  chains: { ETH: { chainId: 7_700_001, rpcUrls: [nowhere] } },
};
const environment = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
  REDIS_URL: 'redis://127.0.0.1:9',
  FERRYMAN_KEYSTORE_PASSWORD: 'only for tests',
  FERRYMAN_INTAKE_SECRET: 'long enough to be an intake secret',
};

describe('a port that is in use', () => {
  it.each([
    ['up on the sandbox', ['up'], '--port', false],
    ['up on a configuration of its own', ['up'], '--port', true],
    ['api', ['api'], '--port', true],
    ['worker', ['worker', 'track'], '--status-port', true],
    ['sandbox', ['sandbox'], '--port-base', false],
  ])(
    'ends the start of %s before anything else is started',
    async (_, command, option, isConfigured) => {
      const here = await mkdtemp(join(folder, 'here-'));
      const config = join(here, 'ferryman.config.json');
      if (isConfigured) await writeFile(config, JSON.stringify(configured));
      const result = await ferryman([...command, option, port], {
        folder: here,
        environment: isConfigured
          ? { ...environment, FERRYMAN_DATA_FOLDER: join(here, 'data') }
          : {},
      });
      expect(result).toMatchObject({ code: 1, stdout: '' });
      // It is the first and only message.
      expect(result.stderr).toMatch(/^error PORT_IN_USE: /);
      expect(result.stderr).toContain(port);
      expect(result.stderr).toContain(option);
      expect(await readdir(here)).toEqual(isConfigured ? ['ferryman.config.json'] : []);
      expect(['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal))).toEqual(
        listeners,
      );
    },
  );
});

const listeners = ['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal));
