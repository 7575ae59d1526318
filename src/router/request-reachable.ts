import { FerrymanError } from '../errors/ferryman-error.ts';
import type { HttpCall, HttpResponse } from '../ports/http.ts';

/**
 * Requests the service's address without its key. Any answer but a 5xx shows that it is up. Throws
 * `ROUTER_UNAVAILABLE`.
 */
export async function requestReachable(request: { url: string; timeoutMs: number; fetch: HttpCall }): Promise<void> {
  const { host } = new URL(request.url);
  const unavailable = (why: string, cause?: unknown): FerrymanError =>
    new FerrymanError('ROUTER_UNAVAILABLE', `the routing service ${why}`, { cause, details: { host } });
  let response: HttpResponse;
  try {
    const signal = AbortSignal.timeout(request.timeoutMs);
    response = await request.fetch(request.url, { redirect: 'manual', signal });
  } catch (cause) {
    throw unavailable(`did not answer within ${request.timeoutMs} ms, or not at all`, cause);
  }
  await response.body?.cancel();
  if (response.status >= 500) throw unavailable(`answered ${response.status}`);
}
