import { hostnameOf } from '../../core/hostname.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { askOne, type Endpoints } from '../endpoints/endpoints.ts';

/**
 * A whole question on an endpoint of one host; absent: of any. A host whose endpoints all rest is not asked: whoever wants to know what it says has
 * asked another one at the same time. Throws the first fault.
 */
export async function lookOnHost<Known extends Endpoint, T>(
  endpoints: Endpoints<Known>,
  host: string | undefined,
  look: (endpoint: Known) => Promise<T>,
): Promise<T> {
  if (host === undefined) return endpoints.first(look);
  let firstFault: FerrymanError | undefined;
  for (const endpoint of endpoints.inOrder()) {
    if (hostnameOf(endpoint.host) !== host || endpoint.isResting()) continue;
    const result = await askOne(endpoint, look);
    if (result.ok) return result.value;
    firstFault ??= result.fault;
  }
  throw firstFault ?? new FerrymanError('RPC_UNAVAILABLE', `${host} has failed, and is left alone for now`);
}

/** What is kept of blocks, of each host by itself: a witness that goes by what another one told is none. */
export function perHost<T>(create: () => T): (endpoint: Pick<Endpoint, 'host'>) => T {
  const known = new Map<string, T>();
  return ({ host }) => {
    const name = hostnameOf(host);
    const kept = known.get(name) ?? create();
    known.set(name, kept);
    return kept;
  };
}
