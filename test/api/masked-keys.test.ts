import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyCursor } from '../../src/api/key-cursor.ts';
import { answerMask } from '../../src/api/mask-answer.ts';
import { memoInWords, orderInWords } from '../../src/core/deposits/order-in-words.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { encodeCursor } from '../../src/executor/feed/cursor.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { receiver } from './fixtures.ts';

let api: ApiOnPglite;
const checkAnswer = createAnswerCheck();

beforeAll(async () => {
  const reason = `no endpoint knows ${receiver}`;
  const fault = { subject: 'router', code: 'ROUTER_UNAVAILABLE', reason, times: 1, since: 'x' };
  const ready = async () => ({ ok: true, checks: {}, faults: [fault] });
  api = await startApiOnPglite({ parts: { ready: ready as never } });
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with the document.
async function call(method: string, path: string, body?: unknown, as = api.key): Promise<any> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: await response.json() };
  if (path.startsWith('/v1/')) checkAnswer(method, path, answer);
  return answer;
}

const masks = ['addresses', 'metadata'] as const;
const make = (change: object = {}) =>
  call('POST', '/v1/keys', { scopes: ['view'], masks, ...change });

it('goes by the names of members where a text says nothing by its form', () => {
  const chain = { caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', token: receiver };
  const masked = answerMask(masks)?.({
    ...{ chain, receiver: 'alice.near', filter: { q: 'alice', metadata: 'name=Alice' } },
    lists: [{ memo: '1234', account: 'alice.near', [receiver]: 1n, none: null }],
  });
  expect(masked).toEqual({
    ...{ chain, receiver: '…', filter: { q: '…', metadata: '…' } },
    lists: [{ memo: '…', account: '…', '0xf0…f875': 1n, none: null }],
  });
  expect(answerMask(undefined)).toBeUndefined();
});

it('does not read order numbers and memos in sentences', () => {
  const message = `T paid 1 ETH, observed after this swap had ended ${orderInWords('4f38', 'changenow')}`;
  const masked = JSON.stringify(
    answerMask(['addresses'])?.({ reason: { message }, other: memoInWords('104857') }),
  );
  expect(masked).toContain('(order … at changenow)');
  expect(masked).not.toMatch(/4f38|104857/);
  expect(answerMask(['metadata'])?.({ message })).toEqual({ message });
});

it('leaves out the cursors that tell what is hidden, and no others', () => {
  const ofBalances = { wallet: 'main', family: 'evm', chain: 'ETH', token: receiver };
  const mask = answerMask(['addresses']);
  for (const nextCursor of [
    keyCursor(ofBalances),
    Buffer.from(randomUUID()).toString('base64url'),
    encodeCursor('journal', { number: 7n, id: randomUUID(), seq: 3, hash: 'ab12cd34ef' }),
    randomUUID(),
    'key_0123456789ab',
    '17',
  ])
    expect(mask?.({ list: [], nextCursor })).toEqual({ list: [], nextCursor });
  for (const nextCursor of [
    keyCursor({ ...ofBalances, spender: receiver }),
    keyCursor({ ...ofBalances, spender: 'alice.near' }),
    Buffer.from(receiver).toString('base64url'),
  ])
    expect(mask?.({ list: [], nextCursor })).toEqual({ list: [], masked: true });
});

it('pages through lists, and sees the first page of spenders', async () => {
  const { secret } = (await make({ masks: ['addresses'] })).body;
  const list = (path: string) => call('GET', path, undefined, secret);
  for (let count = 0; count < 2; count += 1) await api.submit(`page ${count}`);
  const spender = {
    wallet: 'main',
    family: 'evm',
    chain: 'ETH',
    token: receiver,
    spender: receiver,
  };
  const { spender: _, ...ofBalance } = spender;
  for (const [path, cursor] of [
    ['/v1/swaps', (await list('/v1/swaps?limit=1')).body.nextCursor],
    ['/v1/balances', keyCursor(ofBalance)],
  ] as const)
    expect((await list(`${path}?limit=1&cursor=${cursor}`)).status, path).toBe(200);
  expect((await list('/v1/allowances?limit=200')).status).toBe(200);
  const guess = `/v1/allowances?cursor=${keyCursor(spender)}`;
  expect(await list(guess)).toMatchObject({
    ...{ status: 403, body: { code: 'MASKED', errors: [{ pointer: '/cursor' }] } },
  });
  expect((await call('GET', guess)).status).toBe(200);
});

it('keeps its masks, and hands them on when it is rotated', async () => {
  const { status, body } = await make();
  expect(status).toBe(201);
  expect(body.key).toMatchObject({ scopes: ['view'], masks });
  const rotated = await call('POST', `/v1/keys/${body.key.id}/rotate`, {});
  expect(rotated.body.key).toMatchObject({ scopes: ['view'], masks });
  const own = await call('GET', '/v1/session', undefined, rotated.body.secret);
  expect(own.body.key).toMatchObject({ id: rotated.body.key.id, masks });
});

it('has no scope but view, whoever makes it', async () => {
  for (const scope of ['submit', 'approve', 'admin'] as const) {
    const { body } = await make({ scopes: ['view', scope] });
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer: '/masks' }] });
    await expect(
      createApiKey({ journal: api.journal, sealer }, ['view', scope], { masks }),
    ).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
  }
  for (const wrong of [[], ['names'], ['metadata', 'metadata', 'metadata'], 'metadata'])
    expect((await make({ masks: wrong })).body.code).toBe('INVALID_REQUEST');
});

it('makes no key and no webhook, and reads neither', async () => {
  const { secret } = (await make()).body;
  for (const [method, path, body] of [
    ['POST', '/v1/keys', { scopes: ['view'] }],
    ['GET', '/v1/keys'],
    ['POST', '/v1/webhooks', { url: 'https://hooks.invalid/' }],
    ['GET', '/v1/webhooks'],
    ['GET', `/v1/webhooks/wh_${randomBytes(6).toString('hex')}/deliveries`],
    ['GET', '/v1/audit'],
    ['POST', '/v1/swaps', {}],
  ] as const)
    expect(await call(method, path, body, secret), path).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
});

it('is masked in the session of a browser, too', async () => {
  const { swap } = (await call('POST', '/v1/swaps', { amount: '12.5' })).body;
  expect(swap).toMatchObject({ receiver, metadata: { note: 'rent' } });
  const { secret } = (await make()).body;
  const authorization = `Bearer ${secret}`;
  const signedIn = await fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { authorization },
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  const { session } = (await signedIn.json()) as { session: { csrfToken: string } };
  expect(session.csrfToken).toMatch(/^[0-9a-f]{64}$/);
  const answer = await fetch(`${api.url}/v1/swaps/${swap.id}`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).not.toContain('rent');
  expect(text.toLowerCase()).not.toContain(receiver.toLowerCase());
  expect(JSON.parse(text).swap).toMatchObject({ receiver: '0xf0…f875', masked: true });
});

it('does not read the texts of faults beside the API', async () => {
  const { secret } = (await make()).body;
  expect(JSON.stringify(await call('GET', '/readyz', undefined, secret))).not.toContain(receiver);
  expect(JSON.stringify(await call('GET', '/readyz'))).toContain(receiver);
});
