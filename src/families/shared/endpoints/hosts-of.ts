import { hostnameOf } from '../../../core/text/hostname.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/** The endpoints of each hostname, in the order to ask them. */
export function hostsOf<Known extends Endpoint>(
  endpoints: Pick<Endpoints<Known>, 'inOrder'>,
): Map<string, Known[]> {
  const hosts = new Map<string, Known[]>();
  for (const endpoint of endpoints.inOrder()) {
    const name = hostnameOf(endpoint.host);
    hosts.set(name, [...(hosts.get(name) ?? []), endpoint]);
  }
  return hosts;
}
