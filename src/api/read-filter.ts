import { providerFault } from '../core/registry/provider-fault.ts';
import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
} from '../core/registry/providers.ts';
import { unknownName } from '../core/text/unknown-name.ts';
import { isErrorCode } from '../errors/codes.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { type GivenName, nameFaults } from '../executor/name-faults.ts';
import type { SwapCriteria } from '../ports/stores/swap-store.ts';
import type { ApiDependencies } from './api-environment.ts';
import { criteriaOf, errorNames, type SwapFilterInput } from './swap-filter.ts';

type Needs = Pick<ApiDependencies, 'chains' | 'additionalProviders' | 'clock'> & {
  journal: Pick<ApiDependencies['journal'], 'wallets'>;
  /** See `nameFaults`. */
  namesWallets?: boolean;
};

/**
 * What a filter means now. A name that is mistyped would match nothing and look as if there were
 * nothing. Throws `INVALID_REQUEST`, with the name that was probably meant.
 * @param at pointer to the filter within the request
 */
export async function readFilter(
  needs: Needs,
  filter: SwapFilterInput,
  at = '',
): Promise<SwapCriteria> {
  const { additionalProviders, clock } = needs;
  const { error, provider, wallet } = filter;
  const given: GivenName[] = [];
  for (const name of ['chain', 'fromChain', 'toChain'] as const) {
    const chain = filter[name];
    if (chain !== undefined)
      given.push({ kind: 'known chain', name: chain, pointer: `${at}/${name}` });
  }
  if (wallet !== undefined) given.push({ kind: 'wallet', name: wallet, pointer: `${at}/wallet` });
  const faults = await nameFaults(needs, given);
  if (error !== undefined && !isErrorCode(error)) {
    const message = unknownName(error, errorNames, 'error code');
    faults.push({ pointer: `${at}/error`, message });
  }
  const providers = provider === undefined ? undefined : namesOf(provider, additionalProviders);
  if (provider !== undefined && providers?.length === 0) {
    const message = providerFault(provider, additionalProviders) ?? 'is not a known provider';
    faults.push({ pointer: `${at}/provider`, message });
  }
  if (faults.length > 0)
    throw new FerrymanError('INVALID_REQUEST', 'the filter has a name that does not exist', {
      faults,
    });
  return criteriaOf(filter, providers, clock.now());
}

/** All identifiers of one provider, in lower case. Empty: it is not known. */
function namesOf(given: string, additional: readonly string[]): string[] {
  const meant = canonicalProvider(given);
  const all = [...additional, ...crossChainProviders, ...onChainProviders];
  const names = all
    .filter((name) => canonicalProvider(name) === meant)
    .map((name) => name.toLowerCase());
  const isOwn = names.length > 0 || providerFault(given, additional) === undefined;
  return isOwn ? [...new Set([...names, given.toLowerCase()])] : [];
}
