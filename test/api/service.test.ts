import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedBy } from '../../src/cli/up/start-service.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { type ApiScope, apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';

const checkAnswer = createAnswerCheck();
let api: ApiOnPglite;

beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

async function read(url: string, scopes: readonly ApiScope[]) {
  const { key } = await createApiKey({ journal: api.journal, sealer }, scopes);
  const answer = await fetch(`${url}/v1/service`, { headers: { authorization: `Bearer ${key}` } });
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
  const told = { status: answer.status, body: (await answer.json()) as any };
  checkAnswer('GET', '/v1/service', told);
  return told;
}

describe('what the service tells of itself', () => {
  it('is for keys with the scope admin alone', async () => {
    const others = apiScopes.filter((scope) => scope !== 'admin');
    expect(await read(api.url, others)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect((await read(api.url, ['admin'])).status).toBe(200);
  });

  it('is its version and what it runs with, without a secret of it', async () => {
    const secrets = {
      DATABASE_URL: 'postgres://ferryman:s3cret@db.example:5432/ferryman',
      REDIS_URL: 'redis://:s3cret@redis.example:6379',
      FERRYMAN_INTAKE_SECRET: 's3cret'.repeat(6),
      FERRYMAN_ROUTER_URL: 'https://router.example/s3cret',
      FERRYMAN_RPC_URLS_ETH: 'https://sepolia.example/s3cret',
      FERRYMAN_CHAIN_ID_ETH: '11155111',
    };
    const { about } = servedBy(await loadConfig({ folder: api.folder, environment: secrets }));
    const configured = await api.serveWith(about ? { about } : {});
    const { body } = await read(configured.url, ['admin']);
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      configuration: {
        journal: expect.stringContaining('db.example'),
        networks: { router: { url: 'https://router.example' } },
      },
    });
    expect(JSON.stringify(body)).not.toContain('s3cret');
  });

  it('is nothing where a program embeds it', async () => {
    expect((await read(api.url, ['admin'])).body).toEqual({});
  });
});
