import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { callerOf } from './caller-of.ts';

let api: ApiOnPglite;
const call = callerOf(() => api);

beforeAll(async () => {
  api = await startApiOnPglite();
});
afterAll(() => api.close());

it('counts the approvals that wait only for who asks how many there are', async () => {
  const counting = vi.spyOn(api.journal, 'countOpenApprovals');
  expect((await call('GET', '/v1/approvals?state=open')).body).not.toHaveProperty('open');
  expect(counting).not.toHaveBeenCalled();
  expect((await call('GET', '/v1/approvals?state=open&count=true')).body.open).toBe(0);
  expect(counting).toHaveBeenCalledTimes(1);
});
