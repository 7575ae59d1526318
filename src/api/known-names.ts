import { knownChains } from '../core/registry/known-chains.ts';
import { providerFault } from '../core/registry/provider-fault.ts';
import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
} from '../core/registry/providers.ts';
import { treasuryOf } from '../core/swap/account-name.ts';
import { isErrorCode } from '../errors/codes.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapCriteria } from '../ports/stores/swap-store.ts';
import type { ApiDependencies } from './api-environment.ts';
import { criteriaOf, errorNames, type SwapFilterInput, unknownName } from './swap-filter.ts';

type Needs = Pick<ApiDependencies, 'chains' | 'additionalProviders' | 'clock'> & {
  journal: Pick<ApiDependencies['journal'], 'wallets'>;
};

/**
 * What a filter means now. A name that is mistyped would match nothing and look as if there were
 * nothing. Throws `INVALID_REQUEST`, with the name that was probably meant.
 * @param at pointer to the filter within the request
 */
export async function readFilter(
  { chains, additionalProviders, clock, journal }: Needs,
  filter: SwapFilterInput,
  at = '',
): Promise<SwapCriteria> {
  const faults: Fault[] = [];
  const fault = (name: string, message: string | undefined): void => {
    if (message !== undefined) faults.push({ pointer: `${at}/${name}`, message });
  };
  const chainNames = [...new Set([...chains.map(({ name }) => name), ...Object.keys(knownChains)])];
  for (const name of ['chain', 'fromChain', 'toChain'] as const) {
    const chain = filter[name];
    if (chain !== undefined && !chainNames.includes(chain))
      fault(name, unknownName(chain, chainNames, 'chain'));
  }
  const { error, provider, wallet } = filter;
  if (error !== undefined && !isErrorCode(error))
    fault('error', unknownName(error, errorNames, 'code of an error'));
  const names = provider === undefined ? [] : namesOf(provider, additionalProviders);
  if (provider !== undefined && names.length === 0)
    fault('provider', providerFault(provider, additionalProviders));
  if (wallet !== undefined) {
    const wallets = (await journal.wallets()).flatMap(({ name }) => [name, treasuryOf(name)]);
    if (!wallets.includes(wallet)) fault('wallet', unknownName(wallet, wallets, 'wallet'));
  }
  if (faults.length > 0)
    throw new FerrymanError('INVALID_REQUEST', 'the filter names what there is not', { faults });
  const criteria = criteriaOf(filter, clock.now());
  return provider === undefined ? criteria : { ...criteria, providers: names };
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
