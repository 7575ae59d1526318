import { type Chain, formatsOf } from './chains.ts';

/**
 * Chains that are the same network as an earlier one in the list. A signature for one name is valid
 * under the other, but nonces, transfers and proofs are stored by name: such a network could be
 * paid on twice.
 */
export function findSecondNames(chains: readonly Chain[]): { name: string; firstName: string }[] {
  const firstNames = new Map<string, string>();
  return chains.flatMap((chain) => {
    const network = networkOf(chain);
    const firstName = firstNames.get(network);
    if (firstName !== undefined) return [{ name: chain.name, firstName }];
    firstNames.set(network, chain.name);
    return [];
  });
}

/**
 * Adapters check each endpoint against the same id, so an endpoint of another network is rejected.
 */
function networkOf(chain: Chain): string {
  return `${chain.family}:${formatsOf(chain.family).networkOf(chain)}`;
}
