import type { Logger } from 'pino';
import { callHttp } from '../http/call-http.ts';
import type { CallBudget, ReservedCalls } from '../ports/call-budget.ts';
import type { HttpCall } from '../ports/http.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import { endpoints } from './endpoints.ts';
import { type HttpAnswer, requestJson } from './request-json.ts';

export interface CallOptions {
  /** Such as `https://router.example`; the paths are appended. */
  baseUrl: string;
  apiKey?: string;
  /** Default `apikey`. */
  apiKeyHeader?: string;
  /**
   * Used instead of the interface's path. For an endpoint with several known paths: tried before
   * them.
   */
  paths?: Partial<Record<RouterEndpoint, string>>;
  /** For one call, in milliseconds. */
  timeoutMs: number;
  /** Largest answer that is read, in decoded bytes. Default 1 MiB. */
  maxBytes?: number;
  /** Absent: as many calls as there are. */
  budget?: CallBudget;
  fetch?: HttpCall;
  /** From 0 to 1, for spreading calls that are to be made again. Default `Math.random`. */
  random?: () => number;
  /** Milliseconds that never go back. Default `performance.now`. */
  now?: () => number;
  /** Logs the path at which the service was found to answer, once for each kind of question. */
  logger?: Pick<Logger, 'info'>;
}

export interface Sent {
  query?: Record<string, string>;
  body?: unknown;
  /** Calls that were taken from the budget before. */
  calls?: ReservedCalls | undefined;
  /** Called once there is a call for it in the budget; what it throws keeps the request here. */
  beforeAsking?: (() => void) | undefined;
}

/**
 * Makes one call at one path, for which it uses a reserved one or takes one from the budget.
 * @throws `ROUTER_UNAVAILABLE`, `ROUTER_MALFORMED`, and what the budget throws
 */
export async function callPath(
  options: CallOptions,
  endpoint: RouterEndpoint,
  path: string,
  sent: Sent,
): Promise<HttpAnswer> {
  const { baseUrl, apiKey, apiKeyHeader = 'apikey', timeoutMs, maxBytes = 1_048_576 } = options;
  const { method, kind } = endpoints[endpoint];
  if (!sent.calls?.use()) await options.budget?.take(kind);
  sent.beforeAsking?.();
  const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
  return requestJson({
    url: `${baseUrl.replace(/\/+$/, '')}${path}${query}`,
    method,
    headers: apiKey === undefined ? {} : { [apiKeyHeader]: apiKey },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    timeoutMs,
    maxBytes,
    fetch: options.fetch ?? callHttp,
  });
}
