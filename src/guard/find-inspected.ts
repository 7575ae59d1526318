import type { InspectedAddress } from '../ports/chain-adapter.ts';
import type { Effects } from './effects.ts';
import { sameAddress } from './same-address.ts';

/**
 * What the simulation found an address to be. `undefined`: it was not inspected, which no rule may
 * take for harmless.
 */
export function findInspected(
  { family, inspected }: Pick<Effects, 'family' | 'inspected'>,
  address: string | undefined,
): InspectedAddress | undefined {
  for (const [inspectedAddress, facts] of inspected)
    if (sameAddress(family, inspectedAddress, address)) return facts;
  return undefined;
}
