import { knownChains } from '../core/registry/known-chains.ts';
import { type Chain, chainRegistry, families, formatsOf } from '../core/swap/chains.ts';
import { findSecondNames } from '../core/swap/find-second-names.ts';
import { isRealNetwork } from './is-real-network.ts';
import { isObject } from './layers.ts';
import { settingsOf } from './resolve-chain.ts';
import type { ChainSettings } from './settings.ts';

type Report = (path: readonly string[], message: string, fix?: string) => void;

/** On the values as given, so that its faults are told together with those of form. */
export async function checkNetworks(
  merged: Record<string, unknown>,
  report: Report,
): Promise<void> {
  // Of another type it is a fault of form, told already.
  if (merged.chains !== undefined && !isObject(merged.chains)) return;
  const { chains = {} } = merged;
  const names = Object.keys(chains);
  if (names.length > 0 && merged.router === undefined)
    report(['router'], 'is missing beside the chains');
  if (names.length === 0 && merged.router !== undefined) {
    report(
      ['chains'],
      'is missing beside the router',
      'Set rpcUrls of at least one chain, or FERRYMAN_RPC_URLS_<CHAIN>.',
    );
  }
  for (const name of names) {
    const entry = chainRegistry[name];
    if (entry) await checkChain(entry, chains[name], report);
    else if (knownChains[name])
      report(['chains', name], 'is a chain on which nothing can be signed', 'Remove it.');
    else
      report(
        ['chains', name],
        'is no chain that is known',
        '`ferryman chains` lists those that can be configured.',
      );
  }
  checkSecondNames(chains, report);
}

function checkSecondNames(chains: Readonly<Record<string, unknown>>, report: Report): void {
  const configured = Object.entries(chains).flatMap(([name, given]) => {
    const entry = chainRegistry[name];
    return entry ? [{ ...entry, ...networkOf(isObject(given) ? given : {}) } as Chain] : [];
  });
  for (const { name, firstName } of findSecondNames(configured)) {
    const entry = chainRegistry[name];
    if (!entry) continue;
    report(
      ['chains', name, formatsOf(entry.family).networkMember],
      `is the network that ${firstName} is, and one network has one name`,
      'Keep one of the two names, or give each the id of its own network.',
    );
  }
}

async function checkChain(entry: Chain, given: unknown, report: Report): Promise<void> {
  const settings = isObject(given) ? given : {};
  const known: ReadonlySet<string> = settingsOf(entry);
  for (const member of Object.keys(settings).filter(
    (name) => !known.has(name) && isForSomeChain(name),
  )) {
    report(
      ['chains', entry.name, member],
      `is not for a chain of the family ${entry.family}`,
      'Remove it.',
    );
  }
  const urls = urlsOf(settings);
  const { endpointKinds, networkMember, networkOf: networkOfChain } = formatsOf(entry.family);
  for (const [prefix, what] of foreignKinds(endpointKinds)) {
    if (!urls.some((url) => url.startsWith(prefix))) continue;
    report(
      ['chains', entry.name, 'rpcUrls'],
      `has ${what}, for another chain`,
      `Leave out ${prefix}.`,
    );
  }
  const network = networkOf(settings);
  if (!(await isRealNetwork(entry, network))) return checkNetworkNames(entry, settings, report);
  // Of the networks without a number only the registry's own are known as real.
  const id = network[networkMember] ?? networkOfChain(entry);
  report(
    ['chains', entry.name, networkMember],
    `${id} is a real network, which are refused until the guard is complete`,
    'Use the id and endpoints of a test network or of the sandbox.',
  );
}

/** Settings of the main network beside the id of another one are a mistake, and a dear one. */
function checkNetworkNames(entry: Chain, settings: Record<string, unknown>, report: Report): void {
  const found = formatsOf(entry.family).otherNetworkFault(entry, settings);
  if (found) report(['chains', entry.name, found.member], found.message, found.fix);
}

/** Kinds of endpoints that chains of other families have. */
function foreignKinds(own: Readonly<Record<string, string>>): [prefix: string, what: string][] {
  return families
    .flatMap((family) => Object.entries(formatsOf(family).endpointKinds))
    .filter(([prefix]) => own[prefix] === undefined);
}

/** As a list or, from a variable, with commas between; of another type it is a fault of form. */
function urlsOf({ rpcUrls }: Record<string, unknown>): string[] {
  const given = typeof rpcUrls === 'string' ? rpcUrls.split(',').map((url) => url.trim()) : rpcUrls;
  return Array.isArray(given) ? given.filter((url) => typeof url === 'string') : [];
}

/** What no chain knows the schema refuses. */
function isForSomeChain(member: string): boolean {
  return Object.values(chainRegistry).some((chain) =>
    (settingsOf(chain) as ReadonlySet<string>).has(member),
  );
}

function networkOf({
  chainId,
  genesis,
}: Record<string, unknown>): Pick<ChainSettings, 'chainId' | 'genesis'> {
  return {
    ...(chainId === undefined ? {} : { chainId: Number(chainId) }),
    ...(typeof genesis === 'string' ? { genesis } : {}),
  };
}
