import { type Chain, formatsOf } from './chains.ts';

/**
 * Chains that are the network of an earlier one in the list. What is signed for one name is valid
 * under the other, while nonces, transfers and proofs are kept by name: a network with two names
 * could be paid on twice.
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
 * By what each question to an endpoint is checked, too: an endpoint of another network is never
 * believed.
 */
function networkOf(chain: Chain): string {
  return `${chain.family}:${formatsOf(chain.family).networkOf(chain)}`;
}
