import type { ChainName } from '../swap/chains.ts';
import { nearestName } from '../text/nearest-name.ts';
import { knownChains } from './known-chains.ts';

/** Identifiers and titles without case and separators, each with the chains that it could mean. */
const names: ReadonlyMap<string, readonly ChainName[]> = namesOf();

/**
 * The identifier of the chain that a person named by its identifier or its title, in any case, such
 * as `ethereum` for `ETH`. `undefined` if no chain or more than one has that name.
 */
export function findChain(given: string): ChainName | undefined {
  if (Object.hasOwn(knownChains, given)) return given;
  const meant = names.get(bareOf(given)) ?? [];
  return meant.length === 1 ? meant[0] : undefined;
}

/** The identifier that was probably meant, among all known chains or those `within`. */
export function nearestChain(
  given: string,
  within: readonly ChainName[] = Object.keys(knownChains),
): ChainName | undefined {
  const exact = findChain(given);
  if (exact !== undefined && within.includes(exact)) return exact;
  const spellings = new Map(
    within.flatMap((name) => [
      [name, name],
      [knownChains[name]?.title ?? name, name],
    ]),
  );
  const nearest = nearestName(given, [...spellings.keys()]);
  return nearest === undefined ? undefined : spellings.get(nearest);
}

function namesOf(): Map<string, ChainName[]> {
  const found = new Map<string, ChainName[]>();
  for (const { name, title } of Object.values(knownChains)) {
    for (const spelling of new Set([bareOf(name), bareOf(title)]))
      found.set(spelling, [...(found.get(spelling) ?? []), name]);
  }
  return found;
}

function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
