import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { sealer } from '../support/intake-keys.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { callerOf } from './caller-of.ts';

let api: ApiOnPglite;
const call = callerOf(() => api);

beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

describe('stops', () => {
  const lane = { scope: 'lane', subject: 'main@ETH', reason: 'the provider is down' };

  it('are set and released with a reason, and both are in the audit log', async () => {
    const set = await call('POST', '/v1/stops', lane);
    expect(set.body.stops).toMatchObject([
      { ...lane, by: expect.stringContaining('API key key_') },
    ]);
    expect((await call('GET', '/v1/stops')).body).toEqual(set.body);
    const released = await call('POST', '/v1/stops/resume', { ...lane, reason: 'it is up again' });
    expect(released.body.stops).toEqual([]);
    expect((await call('GET', '/v1/audit')).body.entries.slice(0, 2)).toMatchObject([
      { action: 'resume', subject: 'lane main@ETH', reason: 'it is up again' },
      { action: 'stop', subject: 'lane main@ETH', reason: 'the provider is down' },
    ]);
  });

  it('name what they stop', async () => {
    for (const body of [
      { scope: 'chain', reason: 'x' },
      { scope: 'all', subject: 'ETH', reason: 'x' },
      { scope: 'lane', subject: 'main', reason: 'x' },
    ]) {
      const { status, body: problem } = await call('POST', '/v1/stops', body);
      expect({ status, errors: problem.errors }).toMatchObject({
        status: 400,
        errors: [{ pointer: '/subject' }],
      });
    }
  });

  it('of a provider are released by any of its names', async () => {
    const by = (subject: string) => ({ scope: 'provider', subject, reason: 'x' });
    await call('POST', '/v1/stops', by('houdini'));
    expect((await call('POST', '/v1/stops/resume', by('houdini_bridge'))).body.stops).toEqual([]);
  });

  it('of a rule are set and released by its id', async () => {
    const rule = { scope: 'rule', subject: 'weekly-dca', reason: 'a look first' };
    const body = { id: 'weekly-dca', kind: 'recurring' };
    const named = { hash: 'a', author: 'API key k', reason: 'first', seal: 's' };
    await api.journal.applyRule({ id: 'weekly-dca', after: 0, body, at: Date.now(), ...named });
    expect((await call('POST', '/v1/stops', rule)).body.stops).toMatchObject([rule]);
    expect((await call('POST', '/v1/stops', { ...rule, subject: '' })).status).toBe(400);
    expect((await call('POST', '/v1/stops/resume', rule)).body.stops).toEqual([]);
  });

  it('are only of what there is, since others would stop nothing', async () => {
    for (const [scope, subject] of [
      ['chain', 'eth'],
      ['chain', 'BSC'],
      ['wallet', 'mian'],
      ['lane', 'main@NOWHERE'],
      ['provider', 'acros'],
      ['rule', 'weekly-cda'],
    ]) {
      const { body } = await call('POST', '/v1/stops', { scope, subject, reason: 'x' });
      expect(body).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer: '/subject' }] });
    }
    const released = await call('POST', '/v1/stops/resume', {
      scope: 'chain',
      subject: 'POLYGON',
      reason: 'x',
    });
    expect(released.body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await call('GET', '/v1/stops')).body.stops).toEqual([]);
  });

  it('by a key with limits concern its wallets only', async () => {
    const { secret } = (
      await call('POST', '/v1/keys', { scopes: ['submit', 'approve', 'view'], wallets: ['main'] })
    ).body;
    const stop = async (scope: string, subject = '') =>
      (await call('POST', '/v1/stops', { scope, subject, reason: 'x' }, secret)).status;
    expect([
      await stop('all'),
      await stop('chain', 'ETH'),
      await stop('provider', 'across'),
      await stop('rule', 'weekly-dca'),
    ]).toEqual([403, 403, 403, 403]);
    expect([await stop('wallet', 'main'), await stop('lane', 'main@ETH')]).toEqual([200, 200]);
    await call('POST', '/v1/stops', { scope: 'all', reason: 'x' });
    const resume = { scope: 'all', reason: 'x' };
    expect((await call('POST', '/v1/stops/resume', resume, secret)).status).toBe(403);
    await call('POST', '/v1/stops/resume', resume);
    await call('POST', '/v1/stops/resume', { scope: 'wallet', subject: 'main', reason: 'x' });
    await call('POST', '/v1/stops/resume', { ...lane, reason: 'x' });
  });

  it('by a key for some chains concern its lanes, since a stop of a wallet holds on all', async () => {
    const { secret } = (await call('POST', '/v1/keys', { scopes: ['submit'], chains: ['ETH'] }))
      .body;
    const stop = async (scope: string, subject: string) =>
      (await call('POST', '/v1/stops', { scope, subject, reason: 'x' }, secret)).status;
    expect([
      await stop('wallet', 'main'),
      await stop('lane', 'main@POLYGON'),
      await stop('lane', 'main@ETH'),
    ]).toEqual([403, 403, 200]);
    await call('POST', '/v1/stops/resume', { ...lane, reason: 'x' });
  });

  it('are released by a key that may approve', async () => {
    const { key } = await createApiKey({ journal: api.journal, sealer }, ['view', 'submit']);
    await call('POST', '/v1/stops', lane, key);
    expect((await call('POST', '/v1/stops/resume', lane, key)).status).toBe(403);
    expect((await call('GET', '/v1/stops')).body.stops).toHaveLength(1);
    await call('POST', '/v1/stops/resume', lane);
  });
});
