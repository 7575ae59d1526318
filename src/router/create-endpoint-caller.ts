import type { RouterEndpoint } from '../ports/router.ts';
import { type CallOptions, callPath, type Sent } from './call-path.ts';
import { endpoints } from './endpoints.ts';
import { mapError } from './map-error.ts';
import { pathNotFound } from './path-not-found.ts';
import { standingOf } from './standing-of.ts';

/**
 * One call to the routing service, at the configured path or else the interface's. It retries
 * nothing: the state machine decides about the next call, by the `next` and `retryAfter` of the
 * error.
 * @throws `ROUTER_*` for what the service answers or does not, `REDIS_UNAVAILABLE` where the budget
 *   cannot be asked
 */
type EndpointCaller = (endpoint: RouterEndpoint, sent: Sent) => Promise<unknown>;

export function createEndpointCaller(options: CallOptions): EndpointCaller {
  const { random = Math.random } = options;
  const answered = new Set<RouterEndpoint>();

  return async (endpoint, sent) => {
    const path = options.paths?.[endpoint] ?? endpoints[endpoint].paths[0];
    const answer = await callPath(options, endpoint, path, sent);
    const standing = standingOf(answer);
    // A path that has answered is there: what it does not find is what it was asked for.
    if (standing === 'not_here' && !answered.has(endpoint)) {
      throw pathNotFound(options, endpoint, [{ path, answered: `HTTP ${answer.status}` }]);
    }
    if (standing === 'answers' || standing === 'unclear') answered.add(endpoint);
    const error = mapError(answer, random);
    if (error) throw error;
    return answer.body;
  };
}
