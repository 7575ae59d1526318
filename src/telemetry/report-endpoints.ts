import type { ChainName } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { EndpointState } from '../ports/chain-adapter.ts';

/**
 * Reports failing and recovered endpoints of a chain to the outage log. Call the result after each
 * request.
 */
export function reportEndpoints(
  chain: ChainName,
  states: () => readonly EndpointState[],
  outages: OutageLog,
): () => void {
  const failures = new Map<number, number>();
  return () => {
    for (const [index, state] of states().entries()) {
      const { host, error, failures: now = 0 } = state;
      // Two endpoints may have the same host.
      const source = `endpoint ${index + 1} of ${chain}, ${host}`;
      const before = failures.get(index) ?? 0;
      failures.set(index, now);
      if (error === undefined) outages.succeeded(source);
      else if (now !== before)
        outages.failed(source, new FerrymanError(error, `${host} is not used for a while`));
    }
  };
}
