import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

/**
 * What each of the chain's hosts answers, for values of which the worse one counts (law 11).
 * Endpoints with the same hostname are one host. A host that does not answer is left out: such a
 * value may only make Ferryman more careful. Throws what the first endpoint throws if none answers.
 */
export async function readOfEachHost<Known extends Endpoint, Answer>(
  endpoints: Endpoints<Known>,
  read: (endpoint: Known) => Promise<Answer>,
): Promise<readonly [Answer, ...Answer[]]> {
  const hosts = [...hostsOf(endpoints).values()];
  const healthy = hosts.filter((host) => host.some((endpoint) => !endpoint.isBackingOff()));
  if (healthy.length < 2) return [await endpoints.first(read)];
  const results = await Promise.allSettled(healthy.map((host) => askEach(host, read)));
  const [first, ...others] = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  return first === undefined ? [await endpoints.first(read)] : [first, ...others];
}
