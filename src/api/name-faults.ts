import { nearestChain } from '../core/registry/find-chain.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import { treasuryOf } from '../core/swap/account-name.ts';
import type { Fault } from '../errors/ferryman-error.ts';
import type { ApiDependencies } from './api-environment.ts';
import { quoted, unknownName } from './unknown-name.ts';

type Needs = Pick<ApiDependencies, 'chains'> & {
  journal: Pick<ApiDependencies['journal'], 'wallets'>;
};

/** A name in a request, with the pointer to where it stands there. */
export interface GivenName {
  /** A swap may pay out on a known chain that is not configured. Nothing is signed there. */
  kind: 'wallet' | 'known chain' | 'configured chain';
  name: string;
  pointer: string;
}

/**
 * What is wrong with names of wallets and chains. A mistyped name would match nothing and look as
 * if there were nothing, so each fault suggests the name that was probably meant.
 */
export async function nameFaults(
  { chains, journal }: Needs,
  given: readonly GivenName[],
): Promise<Fault[]> {
  const configured = chains.map(({ name }) => name);
  const known = [...new Set([...configured, ...Object.keys(knownChains)])];
  const wallets = given.some(({ kind }) => kind === 'wallet')
    ? (await journal.wallets()).flatMap(({ name }) => [name, treasuryOf(name)])
    : [];
  const faultOf = ({ kind, name }: GivenName): string | undefined => {
    switch (kind) {
      case 'wallet':
        return wallets.includes(name) ? undefined : unknownName(name, wallets, kind);
      case 'known chain':
        return chainFault(kind, name, known, '');
      case 'configured chain':
        return chainFault(kind, name, configured, `; there are ${configured.join(', ')}`);
    }
  };
  return given.flatMap((one) => {
    const message = faultOf(one);
    return message === undefined ? [] : [{ pointer: one.pointer, message }];
  });
}

function chainFault(
  kind: GivenName['kind'],
  name: string,
  among: readonly string[],
  otherwise: string,
): string | undefined {
  if (among.includes(name)) return undefined;
  const meant = nearestChain(name, among);
  const hint = meant === undefined ? otherwise : `; did you mean ${meant}?`;
  return `${quoted(name)} is not a ${kind}${hint}`;
}
