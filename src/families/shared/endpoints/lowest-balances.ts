import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import { askEach } from './ask-each.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { hostsOf } from './hosts-of.ts';

/**
 * Of what the chain's hosts answer, the lowest balance of each token counts, at the earliest block:
 * a reservation that is in no block yet is deducted from it. A host that does not answer is left
 * out: money that is not there fails in the simulation, which two hosts must show.
 */
export async function lowestBalances<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  read: (endpoint: Known) => Promise<BalancesAtBlock>,
): Promise<BalancesAtBlock> {
  const hosts = [...hostsOf(endpoints).values()];
  const healthy = hosts.filter((host) => host.some((endpoint) => !endpoint.isBackingOff()));
  if (healthy.length < 2) return endpoints.first(read);
  const results = await Promise.allSettled(healthy.map((host) => askEach(host, read)));
  const answers = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const [first, ...others] = answers;
  if (first === undefined) return endpoints.first(read);
  return others.reduce(lower, first);
}

function lower(one: BalancesAtBlock, other: BalancesAtBlock): BalancesAtBlock {
  return {
    block: lowerOf(one.block, other.block),
    balances: new Map(
      [...one.balances].map(([token, balance]) => [
        token,
        lowerOf(balance, other.balances.get(token) ?? balance),
      ]),
    ),
  };
}
