import { expect, it } from 'vitest';
import { listMetrics } from '../../scripts/write-metrics-reference.ts';

const metrics = listMetrics();

/** Every label, and what bounds its values. */
const bounds: Readonly<Record<string, string>> = {
  chain: 'the configured chains',
  code: 'the error codes',
  component: 'parts of a process, and configured endpoints',
  endpoint: "the routing service's endpoints",
  funds: 'the states of funds',
  host: 'the configured endpoints',
  kind: 'the kinds of requests to a chain',
  method: 'methods of HTTP',
  node: 'one',
  outcome: 'ok and the error codes, the answers to a broadcast, or what follows a delivery',
  queue: 'the queues',
  role: 'the roles of a process',
  route: 'routes of the API',
  scope: 'the scopes of stops',
  state: 'states of swaps, jobs, connections and webhooks',
  status: 'statuses of HTTP',
  use: 'used and free',
  version: 'one',
  wallet: 'accounts whose lane has swaps',
};

it.each(metrics)('$name follows the conventions of Prometheus', ({ name, type, help }) => {
  expect(name).toMatch(/^(ferryman|process|nodejs)(_[a-z0-9]+)+$/);
  expect(name.endsWith('_total')).toBe(type === 'counter');
  if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
  // Base units only, at the end of the name.
  expect(name).not.toMatch(
    /_(ms|millis|milliseconds|minutes|hours|kb|mb|percent|count|sum|bucket)(_|$)/,
  );
  expect(help).toMatch(/^[A-Z0-9].*\.$/);
});

it('has labels with bounded values only', () => {
  const labels = new Set(metrics.flatMap(({ labels }) => labels));
  expect([...labels].sort()).toEqual(Object.keys(bounds).sort());
});
