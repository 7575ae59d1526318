import { expect, it, vi } from 'vitest';
import { createRouterHealth } from '../../src/router/create-router-health.ts';

function watch(answer: () => Promise<Response>) {
  let now = 1_000_000;
  const ask = vi.fn((_url: string | URL | Request, _init?: RequestInit) => answer());
  const health = createRouterHealth({
    baseUrl: 'https://router.example/v1',
    timeoutMs: 1_000,
    fetch: ask,
    now: () => now,
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { health, ask, pass };
}

const found = async () => new Response('not found', { status: 404 });

it('goes by the newest call of this or of another process, and asks nothing', async () => {
  const { health, ask, pass } = watch(found);
  expect(health.last()).toBeUndefined();
  health.called('ROUTER_UNAVAILABLE');
  pass(5_000);
  expect(await health.read()).toEqual({ outcome: 'ROUTER_UNAVAILABLE', age: 5_000 });
  expect(await health.read({ outcome: 'ok', age: 10 })).toEqual({ outcome: 'ok', age: 10 });
  expect(await health.read({ outcome: 'ok', age: 9_000 })).toMatchObject({
    outcome: 'ROUTER_UNAVAILABLE',
  });
  expect(ask).not.toHaveBeenCalled();
});

it('takes no call for an answer that was kept here', () => {
  const { health } = watch(found);
  for (const outcome of ['ROUTER_BUDGET_SPENT', 'REDIS_UNAVAILABLE'] as const)
    health.called(outcome);
  expect(health.last()).toBeUndefined();
});

it('asks whether the service can be reached where no call is newer than a minute, once a minute at most', async () => {
  let up = true;
  const { health, ask, pass } = watch(async () => {
    if (!up) throw new TypeError('fetch failed');
    return found();
  });
  expect(await Promise.all([health.read(), health.read()])).toMatchObject([
    { outcome: 'ok' },
    { outcome: 'ok' },
  ]);
  up = false;
  pass(59_000);
  expect(await health.read({ outcome: 'ROUTER_NO_ROUTE', age: 70_000 })).toEqual({
    outcome: 'ok',
    age: 59_000,
  });
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1_000);
  expect(await health.read()).toMatchObject({ outcome: 'ROUTER_UNAVAILABLE' });
  expect(ask).toHaveBeenCalledTimes(2);
  // Without the key, of which its budget is counted.
  expect(ask.mock.calls[0]?.[0]).toBe('https://router.example/v1');
  expect(ask.mock.calls[0]?.[1]).not.toHaveProperty('headers');
});

it('does not take a service that refused the key for well because it can be reached', async () => {
  const { health, pass } = watch(found);
  health.called('ROUTER_UNAUTHORIZED');
  pass(120_000);
  expect(await health.read()).toMatchObject({ outcome: 'ROUTER_UNAUTHORIZED' });
});

it('takes a server error for an outage', async () => {
  const { health } = watch(async () => new Response('bad gateway', { status: 502 }));
  expect(await health.read()).toMatchObject({ outcome: 'ROUTER_UNAVAILABLE' });
});
