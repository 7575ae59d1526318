import type { CallBudget } from '../ports/call-budget.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import { endpoints } from './endpoints.ts';
import { mapError } from './map-error.ts';
import { requestJson } from './request-json.ts';

export interface CallOptions {
  /** Such as `https://router.example`; the paths are appended. */
  baseUrl: string;
  apiKey?: string;
  /** Default `apikey`. */
  apiKeyHeader?: string;
  /** In place of the interface's own. */
  paths?: Partial<Record<RouterEndpoint, string>>;
  /** For one call, in milliseconds. */
  timeoutMs: number;
  /** Largest answer that is read, in decoded bytes. Default 1 MiB. */
  maxBytes?: number;
  /** Absent: as many calls as there are. */
  budget?: CallBudget;
  fetch?: typeof fetch;
  /** From 0 to 1, for spreading calls that are to be made again. Default `Math.random`. */
  random?: () => number;
}

interface Sent {
  query?: Record<string, string>;
  body?: unknown;
  /** Called once there is a call for it in the budget; what it throws keeps the request here. */
  beforeAsking?: (() => void) | undefined;
}

/**
 * One call to the routing service. Nothing is tried twice here: the state machine decides about the next call, going by the
 * `next` and `retryAfter` of what is thrown.
 * @throws `ROUTER_*` for what the service answers or does not, `REDIS_UNAVAILABLE` where the budget can not be asked
 */
export async function callEndpoint(options: CallOptions, endpoint: RouterEndpoint, sent: Sent): Promise<unknown> {
  const { baseUrl, apiKey, apiKeyHeader = 'apikey', paths, timeoutMs, maxBytes = 1_048_576 } = options;
  const { method, path, kind } = endpoints[endpoint];
  await options.budget?.take(kind);
  sent.beforeAsking?.();
  const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
  const answer = await requestJson({
    url: `${baseUrl.replace(/\/+$/, '')}${paths?.[endpoint] ?? path}${query}`,
    method,
    headers: apiKey === undefined ? {} : { [apiKeyHeader]: apiKey },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    timeoutMs,
    maxBytes,
    fetch: options.fetch ?? fetch,
  });
  const error = mapError(answer, options.random ?? Math.random);
  if (error) throw error;
  return answer.body;
}
