import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import type { CallOptions } from './call-path.ts';

/** A path that was tried, and the result. */
export interface TriedPath {
  path: string;
  answered: string;
}

/** The service has the endpoint at none of the paths that were tried. */
export function pathNotFound(
  { baseUrl }: Pick<CallOptions, 'baseUrl'>,
  endpoint: RouterEndpoint,
  tried: readonly TriedPath[],
): FerrymanError {
  const list = tried.map(({ path, answered }) => `${path} (${answered})`).join(', ');
  const cure = `set router.paths.${endpoint} to the path at which it does`;
  return new FerrymanError(
    'ROUTER_PATH_NOT_FOUND',
    `the routing service does not answer at ${list}; ${cure}`,
    {
      details: { host: new URL(baseUrl).host, endpoint },
    },
  );
}
