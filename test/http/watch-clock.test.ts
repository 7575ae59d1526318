import { expect, it } from 'vitest';
import { watchClock } from '../../src/http/watch-clock.ts';
import type { HttpResponse } from '../../src/ports/http.ts';

/** A host whose responses are written at `shown`; each takes `took` milliseconds. */
function world(shown: () => string | null, took = 0) {
  let now = Date.UTC(2026, 0, 1, 12);
  const answer = (): HttpResponse => ({
    status: 200,
    ok: true,
    headers: { get: (name) => (name === 'date' ? shown() : null) },
    body: null,
  });
  const watch = watchClock(
    async () => {
      now += took;
      return answer();
    },
    () => now,
  );
  const passes = (ms: number): void => {
    now += ms;
  };
  return { watch, passes, now: () => now };
}

const at = (time: number): string => new Date(time).toUTCString();

it.each([
  ['agrees', 0, 0],
  // The header names whole seconds.
  ['is at most a second off', -999, 0],
  ['is ahead', -5_000, -4_000],
  ['is behind', 5_000, 5_000],
])('says by how much this clock is off at least: it %s', async (_, off, atLeastOffMs) => {
  const { watch, now } = world(() => at(Math.floor((now() + off) / 1_000) * 1_000));
  await watch.fetch('https://rpc.example/key');
  expect(watch.read()).toEqual({ kind: 'read', host: 'rpc.example', atLeastOffMs });
});

it('does not take a slow answer for a wrong clock', async () => {
  const start = Date.UTC(2026, 0, 1, 12);
  const { watch } = world(() => at(start), 9_000);
  await watch.fetch('https://rpc.example/');
  expect(watch.read()).toMatchObject({ atLeastOffMs: 0 });
});

it('lets the host decide that shows the largest error, and none for ever', async () => {
  const start = Date.UTC(2026, 0, 1, 12);
  let shown = at(start);
  const { watch, passes } = world(() => shown);
  expect(watch.read()).toEqual({ kind: 'unknown' });
  await watch.fetch('https://right.example/');
  shown = at(start + 30_000);
  await watch.fetch('https://other.example/');
  expect(watch.read()).toMatchObject({ host: 'other.example', atLeastOffMs: 30_000 });
  passes(600_001);
  expect(watch.read()).toEqual({ kind: 'unknown' });
});

it('learns nothing from a response without a date', async () => {
  const { watch } = world(() => null);
  await watch.fetch('https://rpc.example/');
  expect(watch.read()).toEqual({ kind: 'unknown' });
});
