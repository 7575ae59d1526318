import { amountsAsText } from '../../core/amounts/amounts-as-text.ts';
import { addressFormOf } from '../../core/registry/check-address.ts';
import type { KnownChain } from '../../core/registry/known-chains.ts';
import { chainRegistry } from '../../core/swap/chains.ts';

/** The registry's entry of a chain as JSON: amounts as integer strings. */
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

/** Any known chain can be a destination; a source needs a family that Ferryman signs for. */
export function rolesOf({ family }: KnownChain): readonly ('source' | 'destination')[] {
  return family === undefined ? ['destination'] : ['source', 'destination'];
}

/** The chain's defaults for execution, which the configuration can override. */
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
  return amountsAsText(facts);
}
