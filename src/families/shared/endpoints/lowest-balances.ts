import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { readOfEachHost } from './read-of-each-host.ts';

/**
 * Of what the chain's hosts answer, the lowest balance of each token counts, at the earliest block:
 * a reservation that is in no block yet is deducted from it. Money that is not there fails in the
 * simulation, which two hosts must show.
 */
export async function lowestBalances<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  read: (endpoint: Known) => Promise<BalancesAtBlock>,
): Promise<BalancesAtBlock> {
  return (await readOfEachHost(endpoints, read)).reduce(lower);
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
