import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { startDeliverer } from '../executor/webhooks/deliver-for-test.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { moveTo } from './fixtures.ts';

const checkAnswer = createAnswerCheck();
let api: ApiOnPglite;
let journal: Journal;
let receiver: AnsweringServer;
let deliverer: ReturnType<typeof startDeliverer>;
let admin = '';
let url = '';

beforeAll(async () => {
  api = await startApiOnPglite({ parts: { webhookPolicy: { allowedHosts: ['127.0.0.1'] } } });
  ({ journal, key: admin, url } = api);
  receiver = await startAnsweringServer((_, response) => response.writeHead(204).end());
  deliverer = startDeliverer(journal);
});
afterAll(async () => {
  await deliverer?.stop();
  await api?.close();
  await receiver?.close();
});

interface Asked {
  as?: string;
  at?: string;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  { as = admin, at = url }: Asked = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${at}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: await response.json() };
  checkAnswer(method, path, answer);
  return answer;
}

const make = async (body: object = {}): Promise<{ id: string; secret: string }> => {
  const made = await call('POST', '/v1/webhooks', { url: receiver.url, ...body });
  return { id: made.body.webhook.id, secret: made.body.secret };
};

const actsOn = async (id: string) => {
  const { body } = await call(
    'GET',
    `/v1/audit?${new URLSearchParams({ subject: `webhook ${id}` })}`,
  );
  return body.entries.map(({ action, reason }: { action: string; reason?: string }) =>
    reason === undefined ? action : `${action}: ${reason}`,
  );
};

describe('webhooks over the API', () => {
  it('are of wallets and chains that exist, since others would never send', async () => {
    const { id } = await make();
    const given = { wallets: ['main', 'mian'], chains: ['POLYGN'] };
    for (const { status, body } of [
      await call('POST', '/v1/webhooks', { url: receiver.url, ...given }),
      await call('PUT', `/v1/webhooks/${id}`, given),
    ])
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [
          { pointer: '/wallets/1', detail: '"mian" is not a known wallet; did you mean main?' },
          { pointer: '/chains/0', detail: '"POLYGN" is not a known chain; did you mean POLYGON?' },
        ],
      });
    await call('DELETE', `/v1/webhooks/${id}`);
  });

  it('live from their creation to their end, and the audit log has every act', async () => {
    const path = `${receiver.url}/services/secret-path`;
    const made = await call('POST', '/v1/webhooks', { url: path, name: 'payroll' });
    const { webhook, secret } = made.body;
    expect([made.status, secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { id } = webhook;
    const at = `/v1/webhooks/${id}`;
    expect((await call('GET', at)).body).toEqual({ webhook });
    expect((await call('GET', '/v1/webhooks')).body.webhooks).toContainEqual(webhook);
    const change = { topics: ['swap.failed'], wallets: ['main'], chains: ['ETH'], name: null };
    const { name: _name, ...unnamed } = webhook;
    expect((await call('PUT', at, change)).body.webhook).toEqual({
      ...unnamed,
      ...{ topics: ['swap.failed'], wallets: ['main'], chains: ['ETH'] },
    });
    const free = { wallets: null, chains: null };
    expect((await call('PUT', at, free)).body.webhook).toEqual({
      ...unnamed,
      topics: ['swap.failed'],
    });
    const rotated = await call('POST', `${at}/rotate`);
    expect(rotated).toMatchObject({ status: 201, body: { webhook: { enabled: true } } });
    expect(rotated.body.secret).not.toBe(secret);
    const day = Date.parse(rotated.body.webhook.oldSecretUntil) - Date.now();
    expect(Math.round(day / 3_600_000)).toBe(24);
    const disabled = await call('POST', `${at}/disable`, { reason: 'it moves' });
    expect(disabled.body.webhook).toMatchObject({ enabled: false, disabledReason: 'it moves' });
    for (const [what, body] of [
      ['test', undefined],
      ['replay', { since: '2026-01-01T00:00:00Z' }],
    ] as const)
      expect((await call('POST', `${at}/${what}`, body)).body.code).toBe('WEBHOOK_DISABLED');
    expect((await call('POST', `${at}/enable`)).body.webhook).toMatchObject({ enabled: true });
    expect((await call('POST', `${at}/test`)).status).toBe(201);
    expect((await call('DELETE', at)).body.webhook.id).toBe(id);
    expect(await call('GET', at)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await actsOn(id)).toEqual([
      'deleteWebhook',
      'testWebhook',
      'enableWebhook',
      'disableWebhook: it moves',
      'rotateWebhookSecret',
      'changeWebhook',
      'changeWebhook',
      'createWebhook',
    ]);
    // Neither a secret nor the path of a URL, which may be one.
    const log = JSON.stringify((await call('GET', '/v1/audit?limit=200')).body);
    for (const hidden of [secret, rotated.body.secret, 'secret-path'])
      expect(log).not.toContain(hidden);
    expect(log).toContain(new URL(receiver.url).host);
  });

  it('show their deliveries in pages, and send them again', async () => {
    const { id } = await make({ topics: ['swap.requested', 'swap.failed'] });
    const at = `/v1/webhooks/${id}`;
    const before = receiver.requests.length;
    const swap = await api.submit('a');
    await moveTo(journal, swap, 'failed');
    const delivered = async () =>
      (await call('GET', `${at}/deliveries?state=delivered`)).body.deliveries;
    await expect.poll(async () => (await delivered()).length).toBe(2);
    const all = await delivered();
    expect(all).toMatchObject([
      { topic: 'swap.failed', swapId: swap, attempts: [{ attempt: 1, status: 204 }] },
      { topic: 'swap.requested', swapId: swap, attempts: [{ attempt: 1, status: 204 }] },
    ]);
    const first = (await call('GET', `${at}/deliveries?limit=1`)).body;
    const second = (await call('GET', `${at}/deliveries?limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.deliveries, ...second.deliveries]).toEqual(all);
    expect(second.nextCursor).toBeUndefined();
    const one = await call('POST', `${at}/replay`, { deliveryId: all[0].id });
    expect(one.body).toEqual({ replayed: 1 });
    await expect.poll(() => receiver.requests.length - before).toBe(3);
    const ids = receiver.requests.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(ids[2]).toBe(all[0].id);
    await expect.poll(async () => (await delivered())[0].attempts.length).toBe(2);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await call('POST', `${at}/replay`, { since })).body).toEqual({ replayed: 2 });
    const none = { deliveryId: `msg_${swap}` };
    expect((await call('POST', `${at}/replay`, none)).body).toMatchObject({
      code: 'NOT_FOUND',
      detail: expect.stringContaining('its event is still in the feed'),
    });
    expect((await call('POST', `${at}/replay`, { ...none, since })).body.errors).toMatchObject([
      { detail: 'give either deliveryId or since' },
    ]);
    await call('DELETE', at);
  });

  it('want the scope admin, and a key without limits', async () => {
    const { id } = await make();
    const { key: viewer } = await createApiKey({ journal, sealer }, ['view', 'submit', 'approve']);
    const { key: limited } = await createApiKey({ journal, sealer }, apiScopes, {
      wallets: ['main'],
    });
    const acts = [
      ['POST', '/v1/webhooks', { url: receiver.url }],
      ['PUT', `/v1/webhooks/${id}`, { name: 'x' }],
      ['POST', `/v1/webhooks/${id}/disable`, { reason: 'x' }],
      ['POST', `/v1/webhooks/${id}/enable`, undefined],
      ['POST', `/v1/webhooks/${id}/rotate`, undefined],
      ['POST', `/v1/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', `/v1/webhooks/${id}/test`, undefined],
      ['DELETE', `/v1/webhooks/${id}`, undefined],
    ] as const;
    const reads = ['/v1/webhooks', `/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`];
    for (const [method, path, body] of acts) {
      const answers = [
        await call(method, path, body, { as: viewer }),
        await call(method, path, body, { as: limited }),
      ];
      expect(answers.map((one) => one.body.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    }
    for (const path of reads)
      expect((await call('GET', path, undefined, { as: viewer })).status).toBe(403);
    // What follows the host lets anybody post there.
    const { body: seen } = await call('GET', `/v1/webhooks/${id}`, undefined, { as: limited });
    const { body: list } = await call('GET', '/v1/webhooks', undefined, { as: limited });
    const short = `${new URL(receiver.url).origin}/…`;
    expect([seen.webhook.url, list.webhooks[0].url]).toEqual([short, short]);
    expect(await actsOn(id)).toEqual(['createWebhook']);
    await call('DELETE', `/v1/webhooks/${id}`);
  });

  it('are refused with the place of the fault', async () => {
    const codeOf = async (body: unknown, asked?: Asked) => {
      const { status, body: problem } = await call('POST', '/v1/webhooks', body, asked);
      return [status, problem.code, problem.errors?.[0]?.pointer];
    };
    expect(await codeOf({ url: 'https://10.0.0.1/' })).toEqual([
      422,
      'WEBHOOK_URL_REFUSED',
      '/url',
    ]);
    expect(await codeOf({ url: receiver.url, topics: ['swap.faild'] })).toEqual([
      400,
      'INVALID_REQUEST',
      '/topics/0',
    ]);
    expect(await codeOf({})).toEqual([400, 'INVALID_REQUEST', '/url']);
    const { url: unsealed } = await api.serveWith({
      sealer: {
        ...createSecretSealer({ databaseUrl: 'postgres://other', dataFolder: api.folder }),
        mac: sealer.mac,
      },
    });
    expect(await codeOf({ url: receiver.url }, { at: unsealed })).toEqual([
      409,
      'WEBHOOK_SECRET_MISSING',
      undefined,
    ]);
    expect((await call('GET', '/v1/webhooks')).body.webhooks).toEqual([]);
  });
});
