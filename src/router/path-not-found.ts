import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import type { CallOptions } from './call-path.ts';

/** A tried path and its result. */
export interface TriedPath {
  path: string;
  answered: string;
  /** Of the guard, which an unreadable answer breaks. */
  rule?: unknown;
}

/** The service has the endpoint at none of the tried paths. */
export function pathNotFound(
  { baseUrl }: Pick<CallOptions, 'baseUrl'>,
  endpoint: RouterEndpoint,
  tried: readonly TriedPath[],
): FerrymanError {
  const list = tried.map(({ path, answered }) => `${path} (${answered})`).join(', ');
  const rules = tried.flatMap(({ rule }) => (typeof rule === 'string' ? [rule] : []));
  const cure = `set router.paths.${endpoint} to the service's path`;
  return new FerrymanError(
    'ROUTER_PATH_NOT_FOUND',
    `the routing service has no ${endpoint} at ${list}; ${cure}`,
    {
      details: {
        host: new URL(baseUrl).host,
        endpoint,
        ...(rules.length === 0 ? {} : { rule: [...new Set(rules), 'G14'].join() }),
      },
    },
  );
}
