import { addressFormOf } from '../../core/registry/check-address.ts';
import type { KnownChain } from '../../core/registry/known-chains.ts';
import { chainRegistry } from '../../core/swap/chains.ts';

/** All that the registry has of a chain: amounts as integer strings. */
export function chainJson(known: KnownChain): Record<string, unknown> {
  const { family, ...facts } = known;
  const form = addressFormOf(known.name);
  return {
    ...facts,
    family: family ?? null,
    canBe: rolesOf(known),
    address: form === undefined ? null : { form: form.words, checksum: form.checksum },
    execution: family === undefined ? null : executionJson(known.name),
  };
}

/**
 * What a chain can be in a job: money comes from where something is signed, as soon as that is
 * configured, and goes anywhere.
 */
export function rolesOf({ family }: KnownChain): readonly ('source' | 'destination')[] {
  return family === undefined ? ['destination'] : ['source', 'destination'];
}

/** How something is executed there, as far as the configuration does not say otherwise. */
function executionJson(name: string): Record<string, unknown> | null {
  const chain = chainRegistry[name];
  if (!chain) return null;
  const {
    name: _name,
    family: _family,
    caip2: _caip2,
    nativeToken: _token,
    explorerUrl: _explorer,
    ...facts
  } = chain;
  return Object.fromEntries(
    Object.entries(facts).map(([member, value]) => [
      member,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
}
