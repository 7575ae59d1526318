import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApi } from '../../src/api/serve-api.ts';
import type { JobRule } from '../../src/core/swap/job.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { readCaps } from '../../src/executor/read-caps.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { leased, newWorld, token } from '../journal/suite/fixture.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { sealer } from '../support/intake-keys.ts';
import { pricesAt } from '../support/prices-at.ts';
import { makeChanges, makeSubmit } from './fixtures.ts';

const from = { family: 'evm', chain: 'ETH', token, decimals: 6, symbol: 'USDC' } as const;
const guard = createGuard({
  policy: policyFrom({
    version: 1,
    prices: { tokens: [{ chain: 'ETH', token, sources: [{ kind: 'static', usd: '1.5' }] }] },
    caps: [
      { window: 'transaction', amount: '1000', chain: 'ETH', token },
      { window: 'hour', count: 30 },
      { name: 'what one wallet may take a day', window: 'day', usd: '5000', each: 'wallet' },
      { window: 'unsettled', amount: '2500', chain: 'ETH', token, each: 'receiver' },
      { window: 'day', count: 3, chain: 'POLYGON', each: 'provider' },
    ],
  }),
});
const checkAnswer = createAnswerCheck();

interface Open {
  url: string;
  keys: Record<string, string>;
  close(): Promise<void>;
}

/** An API on a journal in which one wallet has made two payments of 800 USDC. */
async function open(): Promise<Open> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-caps-'));
  await copyJournalTemplate(folder);
  const opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
  const { journal } = opened;
  const world = await newWorld(opened, 'evm', { chain: 'ETH', name: 'treasury' });
  for (const receiver of [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]) {
    // The second one by a rule with a budget of its own.
    const rule: JobRule = {
      ...{ id: 'dca', version: 2 },
      budgets: [
        { name: 'a week', window: 'week', bound: { unit: 'usd', usdE18: 2_000n * 10n ** 18n } },
      ],
    };
    const asker = receiver.startsWith('0xb2') ? { rule } : {};
    const job = { from, receiver, amount: 800_000_000n, ...asker };
    const id = await world.ready(job);
    const caps = guard.capsOf({
      job: world.job(job),
      chain: { family: 'evm', name: 'ETH', nativeToken: { ...from, address: '0x', symbol: 'ETH' } },
      order: { provider: 'lifi', declaredFee: 0n },
      prices: pricesAt(from, '1.5'),
    });
    const request = { reserve: [], ...(caps ? { caps } : {}) };
    const { leaseId } = leased(await world.lease(id, request));
    await world.commit(id, leaseId);
  }
  const keys: Record<string, string> = {};
  for (const scope of ['view', 'submit', 'approve'] as const)
    keys[scope] = (await createApiKey({ journal, sealer }, [scope])).key;
  const api = await serveApi(
    {
      ...makeChanges(journal),
      journal,
      submit: makeSubmit(journal, world.wallet),
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
      caps: () => readCaps({ guard, journal }),
    },
    { port: 0 },
  );
  return {
    ...{ url: api.url, keys },
    async close() {
      await api.close();
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}

let service: Open;
beforeAll(async () => {
  service = await open();
});
afterAll(() => service.close());

describe('GET /v1/caps', () => {
  async function list(key: string | undefined) {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
    const response = await fetch(`${service.url}/v1/caps`, { headers });
    const answer = { status: response.status, body: await response.json() };
    checkAnswer('GET', '/v1/caps', answer);
    return answer;
  }

  it('says what leases use of each cap and what is left, the most used first', async () => {
    const { status, body } = await list(service.keys.view);
    expect(status).toBe(200);
    expect(body).toEqual({
      caps: [
        {
          name: `1000 tokens in a payment, chain ETH, token ${token}`,
          ...{ window: 'transaction', unit: 'amount', limit: '1000' },
        },
        {
          name: '30 payments in an hour',
          ...{ window: 'hour', unit: 'count', limit: '30' },
          uses: [{ used: '2', left: '28' }],
        },
        {
          name: 'what one wallet may take a day',
          ...{ window: 'day', unit: 'usd', limit: '5000' },
          uses: [{ subject: 'treasury', used: '2400', left: '2600' }],
        },
        {
          name: `2500 tokens unsettled, each receiver, chain ETH, token ${token}`,
          ...{ window: 'unsettled', unit: 'amount', limit: '2500' },
          uses: expect.arrayContaining(
            ['a1', 'b2'].map((byte) => ({
              ...{ subject: `0x${byte.repeat(20)}`, used: '800', left: '1700' },
            })),
          ),
        },
        {
          name: '3 payments in a day, each provider, chain POLYGON',
          ...{ window: 'day', unit: 'count', limit: '3' },
          uses: [],
        },
        {
          ...{ name: 'a week of rule dca', window: 'week', unit: 'usd', limit: '2000' },
          ...{ rule: 'dca', uses: [{ used: '1200', left: '800' }] },
        },
      ],
    });
  });

  it.each([
    ['no key', undefined, 401],
    ['a key that may submit only', 'submit', 403],
    ['a key that may approve only', 'approve', 403],
  ])('refuses %s', async (_who, scope, status) => {
    expect((await list(scope && service.keys[scope])).status).toBe(status);
  });
});

describe('ferryman caps', () => {
  const call = (...parameters: string[]) =>
    ferryman(['caps', ...parameters], {
      folder: tmpdir(),
      environment: {
        ...{ FERRYMAN_API_URL: service.url, FERRYMAN_API_KEY: service.keys.view ?? '' },
        ...{ COLUMNS: '80', XDG_CONFIG_HOME: '/nonexistent' },
      },
    });

  it('shows the limit, the use and what is left, within 80 columns', async () => {
    const { code, stdout } = await call();
    expect(code).toBe(0);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const { stdout: wide } = await call('--wide');
    const rows = wide.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual(['cap', 'limit', 'of', 'used', 'left']);
    expect(rows).toContainEqual(['30 payments in an hour', '30 payments', '2', '28']);
    expect(rows).toContainEqual([
      ...['what one wallet may take a day', '5000 USD', 'treasury', '2400', '2600'],
    ]);
    expect(rows).toContainEqual(['a week of rule dca', '2000 USD', '1200', '800']);
    // Nobody has used it: each may use all of it.
    expect(rows).toContainEqual([
      ...['3 payments in a day, each provider, chain POLYGON', '3 payments', '0', '3'],
    ]);
  });

  it('prints the answer of the API as JSON', async () => {
    const { json } = await call('--json');
    const headers = { authorization: `Bearer ${service.keys.view}` };
    const answer = await (await fetch(`${service.url}/v1/caps`, { headers })).json();
    expect(json()).toEqual(answer);
  });
});
