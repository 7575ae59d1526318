import type { Logger } from 'pino';
import { callHttp } from '../http/call-http.ts';
import type { CallBudget, ReservedCalls } from '../ports/call-budget.ts';
import type { HttpCall } from '../ports/http.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import { endpoints } from './endpoints.ts';
import { type HttpAnswer, requestJson } from './request-json.ts';

export interface CallOptions {
  /** Such as `https://router.example`; each endpoint's path is appended. */
  baseUrl: string;
  apiKey?: string;
  /** Header that carries the key. Default: `apikey`. */
  apiKeyHeader?: string;
  /**
   * Replaces the interface's path of an endpoint. If an endpoint has several known paths, it is
   * tried first.
   */
  paths?: Partial<Record<RouterEndpoint, string>>;
  /** Timeout of one call, in milliseconds. */
  timeoutMs: number;
  /** Largest response that is read, in decoded bytes. Default: 1 MiB, of a listing 8 MiB. */
  maxBytes?: number;
  /** Absent: calls are not limited. */
  budget?: CallBudget;
  fetch?: HttpCall;
  /** Random number from 0 to 1 that spreads retries. Default: `Math.random`. */
  random?: () => number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number;
  /** Logs the path at which the service responds, once for each kind of request. */
  logger?: Pick<Logger, 'info'>;
}

/** Decoded bytes, and values at any depth. */
const answerLimits = { bytes: 1_048_576, nodes: 5_000 } as const;
const listingLimits = { bytes: 8_388_608, nodes: 400_000 } as const;

export interface Sent {
  query?: Record<string, string>;
  body?: unknown;
  /** Calls that are reserved in the budget. */
  calls?: ReservedCalls | undefined;
  /** Called once the budget has granted the call; if it throws, nothing is sent. */
  beforeAsking?: (() => void) | undefined;
}

/**
 * Makes one call at one path with a reserved call, or with one taken from the budget.
 * @throws `ROUTER_UNAVAILABLE`, `ROUTER_MALFORMED`, and what the budget throws
 */
export async function callPath(
  options: CallOptions,
  endpoint: RouterEndpoint,
  path: string,
  sent: Sent,
): Promise<HttpAnswer> {
  const { baseUrl, apiKey, apiKeyHeader = 'apikey', timeoutMs } = options;
  const { method, kind, isListing = false } = endpoints[endpoint];
  const limits = isListing ? listingLimits : answerLimits;
  if (!sent.calls?.use()) await options.budget?.take(kind);
  sent.beforeAsking?.();
  const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
  return requestJson({
    url: `${baseUrl.replace(/\/+$/, '')}${path}${query}`,
    method,
    headers: apiKey === undefined ? {} : { [apiKeyHeader]: apiKey },
    ...(sent.body === undefined ? {} : { body: sent.body }),
    timeoutMs,
    maxBytes: options.maxBytes ?? limits.bytes,
    maxNodes: limits.nodes,
    fetch: options.fetch ?? callHttp,
  });
}
