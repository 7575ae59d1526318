import { nearestChain } from '../core/registry/find-chain.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import { type Chain, chainRegistry, families, formatsOf } from '../core/swap/chains.ts';
import { findSecondNames } from '../core/swap/find-second-names.ts';
import { checkTokens } from './check-tokens.ts';
import { isObject } from './layers.ts';
import { settingsOf } from './resolve-chain.ts';
import type { ChainSettings } from './settings.ts';

type Report = (path: readonly string[], message: string, fix?: string) => void;

/** Checks the values as given, to report these faults together with those of the schema. */
export function checkNetworks(merged: Record<string, unknown>, report: Report): void {
  // The schema has reported a value of another type.
  if (merged.chains !== undefined && !isObject(merged.chains)) return;
  const { chains = {} } = merged;
  const names = Object.keys(chains);
  if (names.length > 0 && merged.router === undefined)
    report(['router'], 'is missing, though chains are configured');
  if (names.length === 0 && merged.router !== undefined) {
    report(
      ['chains'],
      'is missing, though a router is configured',
      'Set rpcUrls of at least one chain, or FERRYMAN_RPC_URLS_<CHAIN>.',
    );
  }
  for (const name of names) {
    const entry = chainRegistry[name];
    if (entry) checkChain(entry, chains[name], report);
    else if (knownChains[name])
      report(['chains', name], 'is a chain that Ferryman cannot sign for', 'Remove it.');
    else report(['chains', name], 'is not a known chain', fixOfName(name));
  }
  checkSecondNames(chains, report);
}

function fixOfName(name: string): string {
  const meant = nearestChain(name, Object.keys(chainRegistry));
  const suggestion = meant === undefined ? '' : `Did you mean ${meant}? `;
  return `${suggestion}\`ferryman chains\` lists those that can be configured.`;
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
      `is the same network as ${firstName}: one network has one name`,
      'Keep one of the two names, or give each the id of its own network.',
    );
  }
}

function checkChain(entry: Chain, given: unknown, report: Report): void {
  const settings = isObject(given) ? given : {};
  const known: ReadonlySet<string> = settingsOf(entry);
  for (const member of Object.keys(settings).filter(
    (name) => !known.has(name) && isForSomeChain(name),
  )) {
    report(
      ['chains', entry.name, member],
      `does not exist for chains of the family ${entry.family}`,
      'Remove it.',
    );
  }
  checkTokens(entry, settings, report);
  const urls = urlsOf(settings);
  const formats = formatsOf(entry.family);
  for (const [prefix, what] of foreignKinds(formats.endpointKinds)) {
    if (!urls.some((url) => url.startsWith(prefix))) continue;
    report(
      ['chains', entry.name, 'rpcUrls'],
      `has ${what}, which is for another family of chains`,
      `Leave out ${prefix}.`,
    );
  }
  // With another network's id: what then must not be the main network's.
  const configured = { ...entry, ...networkOf(settings) } as Chain;
  const isMain = formats.networkOf(configured) === formats.networkOf(entry);
  if (!isMain) checkNetworkNames(entry, settings, report);
}

/** Reports settings of the main network next to the id of another one: an expensive mistake. */
function checkNetworkNames(entry: Chain, settings: Record<string, unknown>, report: Report): void {
  const found = formatsOf(entry.family).otherNetworkFault(entry, settings);
  if (found) report(['chains', entry.name, found.member], found.message, found.fix);
}

/** Kinds of endpoints that only chains of other families have. */
function foreignKinds(own: Readonly<Record<string, string>>): [prefix: string, what: string][] {
  return families
    .flatMap((family) => Object.entries(formatsOf(family).endpointKinds))
    .filter(([prefix]) => own[prefix] === undefined);
}

/** A list or, from a variable, a comma-separated text. The schema reports other types. */
function urlsOf({ rpcUrls }: Record<string, unknown>): string[] {
  const given = typeof rpcUrls === 'string' ? rpcUrls.split(',').map((url) => url.trim()) : rpcUrls;
  return Array.isArray(given) ? given.filter((url) => typeof url === 'string') : [];
}

/** The schema refuses members that no chain has. */
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
