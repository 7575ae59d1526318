import { Counter, Histogram, type Registry } from 'prom-client';
import type { Metrics } from '../ports/metrics.ts';

/** Seconds: from a local statement to what no client waits for. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counters and durations of API requests. */
export function watchRequests(
  registry: Registry,
): Pick<Metrics, 'requestAnswered' | 'requestLimited'> {
  const registers = [registry];
  const requests = new Counter({
    name: 'ferryman_http_requests_total',
    help: 'Requests that the API has answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'ferryman_http_request_seconds',
    help: 'Time until the API answered a request. Long polls count with their wait.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const limited = new Counter({
    name: 'ferryman_http_rate_limited_total',
    help: 'Requests refused because their API key made too many.',
    registers,
  });
  return {
    requestAnswered({ method, route, status }, took) {
      requests.inc({ method, route, status: String(status) });
      seconds.observe({ method, route }, took);
    },
    requestLimited: () => limited.inc(),
  };
}
