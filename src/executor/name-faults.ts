import { nearestChain } from '../core/registry/find-chain.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import { treasuryOf } from '../core/swap/account-name.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { listNames } from '../core/text/list-names.ts';
import { quoted, unknownName } from '../core/text/unknown-name.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';

interface Needs {
  /** The configured ones. */
  chains: readonly { name: ChainName }[];
  journal: Pick<WalletStore, 'wallets'>;
  /** False: faults suggest no wallets, because the asker may not list them. Default: true. */
  namesWallets?: boolean;
}

/** A name in a request, with the pointer to where it stands there. */
export interface GivenName {
  /** A swap may pay out on a known chain that is not configured. Nothing is signed there. */
  kind: 'wallet' | 'known chain' | 'configured chain';
  name: string;
  pointer: string;
}

/** Names of wallets and chains that something is bound to. Absent or `null`: all. */
interface Limits {
  wallets?: readonly string[] | null | undefined;
  chains?: readonly string[] | null | undefined;
}

/**
 * What is wrong with names of wallets and chains. A mistyped name would match nothing and look as
 * if there were nothing, so each fault suggests the name that was probably meant.
 */
export async function nameFaults(
  { chains, journal, namesWallets = true }: Needs,
  given: readonly GivenName[],
): Promise<Fault[]> {
  const configured = chains.map(({ name }) => name);
  const known = [...new Set([...configured, ...Object.keys(knownChains)])];
  const wallets = given.some(({ kind }) => kind === 'wallet')
    ? (await journal.wallets()).map(({ name }) => name)
    : [];
  const treasuries = [...new Set(wallets.map(treasuryOf))];
  const accounts = [...new Set([...treasuries, ...wallets])];
  const faultOf = ({ kind, name }: GivenName): string | undefined => {
    switch (kind) {
      case 'wallet': {
        if (accounts.includes(name)) return undefined;
        if (!namesWallets) return `${quoted(name)} is not a wallet`;
        const otherwise =
          treasuries.length === 0
            ? '; no wallet is known'
            : `; known wallets: ${listNames(treasuries)}`;
        return unknownName(name, accounts, kind, otherwise);
      }
      case 'known chain':
        return chainFault(kind, name, known, '; `ferryman chains` lists the identifiers');
      case 'configured chain':
        return chainFault(kind, name, configured, `; there are ${configured.join(', ')}`);
    }
  };
  return given.flatMap((one) => {
    const message = faultOf(one);
    return message === undefined ? [] : [{ pointer: one.pointer, message }];
  });
}

/** What is wrong with the members `wallets` and `chains` of a request. */
export function limitFaults(needs: Needs, { wallets, chains }: Limits): Promise<Fault[]> {
  const given = (
    kind: GivenName['kind'],
    names: readonly string[] | null | undefined,
    at: string,
  ): GivenName[] => (names ?? []).map((name, index) => ({ kind, name, pointer: `${at}/${index}` }));
  return nameFaults(needs, [
    ...given('wallet', wallets, '/wallets'),
    ...given('known chain', chains, '/chains'),
  ]);
}

/** @param message what has the names. Throws `INVALID_REQUEST` with a suggestion for each. */
export async function requireKnownLimits(
  needs: Needs,
  limits: Limits,
  message: string,
): Promise<void> {
  const faults = await limitFaults(needs, limits);
  if (faults.length > 0) throw new FerrymanError('INVALID_REQUEST', message, { faults });
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
