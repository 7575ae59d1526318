import type { RouterEndpoint } from '../ports/router.ts';
import { type CallOptions, callPath, type Sent } from './call-path.ts';
import { endpoints } from './endpoints.ts';
import { mapError } from './map-error.ts';
import { pathNotFound } from './path-not-found.ts';
import { standingOf } from './standing-of.ts';

/**
 * One call to the routing service, at the configured path or else the interface's. It retries nothing:
 * the state machine decides about the next call, by the `next` and `retryAfter` of the error.
 * @throws `ROUTER_*` for what the service answers or does not, `REDIS_UNAVAILABLE` where the budget can not be asked
 */
export async function callEndpoint(options: CallOptions, endpoint: RouterEndpoint, sent: Sent): Promise<unknown> {
  const path = options.paths?.[endpoint] ?? endpoints[endpoint].paths[0];
  const answer = await callPath(options, endpoint, path, sent);
  if (standingOf(answer) === 'not_here') {
    throw pathNotFound(options, endpoint, [{ path, answered: `HTTP ${answer.status}` }]);
  }
  const error = mapError(answer, options.random ?? Math.random);
  if (error) throw error;
  return answer.body;
}
