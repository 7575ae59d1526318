import { hostnameOf } from '../../../core/text/hostname.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { askEach } from '../endpoints/ask-each.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';

/**
 * A whole question on an endpoint of one host; absent: of any. A host whose endpoints all rest is
 * not asked: whoever wants to know what it says has asked another one at the same time. Throws the
 * first fault.
 */
export async function searchOnHost<Known extends Endpoint, T>(
  endpoints: Endpoints<Known>,
  host: string | undefined,
  look: (endpoint: Known) => Promise<T>,
): Promise<T> {
  if (host === undefined) return endpoints.first(look);
  return askEach(
    awakeOn(endpoints, host),
    look,
    () => new FerrymanError('RPC_UNAVAILABLE', `${host} has failed, and is left alone for now`),
  );
}

/** Whether one rests is asked when its turn comes. */
function* awakeOn<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  host: string,
): Generator<Known> {
  for (const endpoint of endpoints.inOrder()) {
    if (hostnameOf(endpoint.host) === host && !endpoint.isResting()) yield endpoint;
  }
}

/**
 * What is kept of blocks, of each host by itself: a witness that goes by what another one told is
 * none.
 */
export function perHost<T>(create: () => T): (endpoint: Pick<Endpoint, 'host'>) => T {
  const known = new Map<string, T>();
  return ({ host }) => {
    const name = hostnameOf(host);
    const kept = known.get(name) ?? create();
    known.set(name, kept);
    return kept;
  };
}
