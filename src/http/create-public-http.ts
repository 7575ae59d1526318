import { isIP } from 'node:net';
import { Agent } from 'undici';
import type { HttpCall } from '../ports/http.ts';
import { createHttpCall } from './call-http.ts';
import { publicLookup } from './public-lookup.ts';

/**
 * HTTP to public addresses, and to this machine or a private network only where the URL has the
 * address itself, or `localhost`: a name that suddenly leads into this network is refused.
 * @returns with `close`, which ends its connections
 */
export function createPublicHttp(): HttpCall & { close(): Promise<void> } {
  const agent = new Agent({
    connect: {
      lookup: publicLookup({ isAllowed: (host) => isIP(host) !== 0 || host === 'localhost' }),
      minVersion: 'TLSv1.2',
    },
  });
  return Object.assign(createHttpCall(agent), { close: () => agent.destroy() });
}
