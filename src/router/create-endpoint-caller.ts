import type { RouterEndpoint } from '../ports/router.ts';
import { type CallOptions, callPath, type Sent } from './call-path.ts';
import { endpoints } from './endpoints.ts';
import { mapError } from './map-error.ts';
import { pathNotFound } from './path-not-found.ts';
import { standingOf } from './standing-of.ts';

/**
 * Calls one endpoint of the routing service, at the configured path or the interface's. Retries
 * nothing: the state machine decides by the error's `next` and `retryAfter`.
 * @throws `ROUTER_*` for the service's errors, `REDIS_UNAVAILABLE` if the budget cannot be read
 */
type EndpointCaller = (endpoint: RouterEndpoint, sent: Sent) => Promise<unknown>;

export function createEndpointCaller(options: CallOptions): EndpointCaller {
  const { random = Math.random } = options;
  const answered = new Set<RouterEndpoint>();

  return async (endpoint, sent) => {
    const path = options.paths?.[endpoint] ?? endpoints[endpoint].paths[0];
    const answer = await callPath(options, endpoint, path, sent);
    const standing = standingOf(answer);
    // Once a path has responded, a 404 there is about the request, not the path.
    if (standing === 'not_here' && !answered.has(endpoint)) {
      throw pathNotFound(options, endpoint, [{ path, answered: `HTTP ${answer.status}` }]);
    }
    if (standing === 'answers' || standing === 'unclear') answered.add(endpoint);
    const error = mapError(answer, random);
    if (error) throw error;
    return answer.body;
  };
}
