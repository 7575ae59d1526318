import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { callHttp } from '../http/call-http.ts';
import type { HttpCall, HttpResponse } from '../ports/http.ts';
import { judgeRouter, type RouterCall, type RouterHealth } from '../ports/router-health.ts';

export interface RouterHealthOptions {
  baseUrl: string;
  /** Timeout of a swap's call, in milliseconds. */
  timeoutMs: number;
  fetch?: HttpCall;
  now: () => number;
}

/** Milliseconds for which an outcome counts as current. */
const freshFor = 60_000;

/** Timeout of its own request, in milliseconds: readiness does not wait much longer. */
const askedWithin = 3_000;

/** Remembers the outcomes of the swaps' calls, and makes its own request only if there are none. */
export function createRouterHealth({
  baseUrl,
  timeoutMs,
  fetch: ask = callHttp,
  now,
}: RouterHealthOptions): RouterHealth {
  let lastCall: { outcome: RouterCall['outcome']; at: number } | undefined;
  let ownRequest: { answer: Promise<RouterCall['outcome']>; at: number } | undefined;

  async function reach(): Promise<RouterCall['outcome']> {
    try {
      await requestReachable({
        url: baseUrl,
        timeoutMs: Math.min(timeoutMs, askedWithin),
        fetch: ask,
      });
      return 'ok';
    } catch (cause) {
      return toFerrymanError(cause).code;
    }
  }

  const health: RouterHealth = {
    called(outcome) {
      if (judgeRouter(outcome) !== 'unknown') lastCall = { outcome, at: now() };
    },
    last() {
      return lastCall && { outcome: lastCall.outcome, age: Math.max(0, now() - lastCall.at) };
    },
    async read(known) {
      const own = health.last();
      const newest = own && (known === undefined || own.age <= known.age) ? own : known;
      if (newest && newest.age < freshFor) return newest;
      if (!ownRequest || now() - ownRequest.at >= freshFor)
        ownRequest = { answer: reach(), at: now() };
      const { answer, at } = ownRequest;
      const reached: RouterCall = { outcome: await answer, age: Math.max(0, now() - at) };
      // A reachable service may still refuse the key.
      return newest?.outcome === 'ROUTER_UNAUTHORIZED' && reached.outcome === 'ok'
        ? newest
        : reached;
    },
  };
  return health;
}

/**
 * Requests the service's address without its key. Any response but a 5xx shows that it is up.
 * Throws `ROUTER_UNAVAILABLE`.
 */
async function requestReachable(request: {
  url: string;
  timeoutMs: number;
  fetch: HttpCall;
}): Promise<void> {
  const { host } = new URL(request.url);
  const unavailable = (why: string, cause?: unknown): FerrymanError =>
    new FerrymanError('ROUTER_UNAVAILABLE', `the routing service ${why}`, {
      cause,
      details: { host },
    });
  let response: HttpResponse;
  try {
    const signal = AbortSignal.timeout(request.timeoutMs);
    response = await request.fetch(request.url, { redirect: 'manual', signal });
  } catch (cause) {
    throw unavailable(
      `did not respond within ${request.timeoutMs} ms, or the connection failed`,
      cause,
    );
  }
  await response.body?.cancel();
  if (response.status >= 500) throw unavailable(`responded with HTTP ${response.status}`);
}
