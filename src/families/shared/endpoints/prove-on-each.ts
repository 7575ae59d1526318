import { toFerrymanError } from '../../../errors/ferryman-error.ts';
import type { EndpointProof } from '../../../ports/network-proof.ts';
import type { NetworkIdentity } from '../formats/network-identity.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/**
 * Asks every endpoint of a chain which network it serves, in the configured order. It does not
 * compare first (`verify`): an endpoint of another network must show that other network.
 */
export function proveOnEach<Known extends Endpoint>(
  endpoints: Pick<Endpoints<Known>, 'all'>,
  read: (endpoint: Known) => Promise<NetworkIdentity>,
): Promise<EndpointProof[]> {
  return Promise.all(
    endpoints.all.map(async (endpoint): Promise<EndpointProof> => {
      const { host } = endpoint;
      try {
        return { host, kind: 'proven', network: await read(endpoint) };
      } catch (cause) {
        const { code, message } = toFerrymanError(cause);
        return { host, kind: 'silent', code, reason: message };
      }
    }),
  );
}
