import { hostnameOf } from '../../../core/text/hostname.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { askEach } from '../endpoints/ask-each.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';

/**
 * Runs a query on one endpoint of a host, or of any host if none is given. Skips a host whose
 * endpoints all back off: the caller asks other hosts at the same time. Throws the first fault.
 */
export async function searchOnHost<Known extends Endpoint, T>(
  endpoints: Endpoints<Known>,
  host: string | undefined,
  run: (endpoint: Known) => Promise<T>,
): Promise<T> {
  if (host === undefined) return endpoints.first(run);
  return askEach(
    awakeOn(endpoints, host),
    run,
    () => new FerrymanError('RPC_UNAVAILABLE', `${host} failed and is in backoff`),
  );
}

/** Checks lazily, because an endpoint may begin to back off while another is asked. */
function* awakeOn<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  host: string,
): Generator<Known> {
  for (const endpoint of endpoints.inOrder()) {
    if (hostnameOf(endpoint.host) === host && !endpoint.isBackingOff()) yield endpoint;
  }
}

/**
 * A separate value for each host, such as its blocks: a host that relied on data of another would
 * be no witness.
 */
export function perHost<T>(create: () => T): (endpoint: Pick<Endpoint, 'host'>) => T {
  const values = new Map<string, T>();
  return ({ host }) => {
    const name = hostnameOf(host);
    const value = values.get(name) ?? create();
    values.set(name, value);
    return value;
  };
}
