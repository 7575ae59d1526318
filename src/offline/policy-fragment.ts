import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import { assertNever } from '../core/assert-never.ts';
import { chainRegistry } from '../core/swap/chains.ts';
import type { LearnedRoute } from './learn-policy.ts';

interface Contract {
  address: string;
  codeHash?: string;
  implementationHash?: string;
  providers: string[];
  selectors?: string[];
}

interface Rotating {
  provider: string;
  token: string;
}

/** Lists of one chain, by the members of a policy file. */
interface OnChain {
  targets?: Contract[];
  spenders?: Contract[];
  destinations?: string[];
  programs?: string[];
  cosigners?: string[];
  receivers?: string[];
  refundAddresses?: string[];
  rotatingAddresses?: Rotating[];
  tokens?: { address: string; decimals: number }[];
}

/** The list of a policy file that names addresses of a kind. */
const lists = {
  destination: 'destinations',
  program: 'programs',
  cosigner: 'cosigners',
  receiver: 'receivers',
  refund_address: 'refundAddresses',
} as const;

/** Where policies name what is called by other things than selectors of 4 bytes. */
const functionLists: Readonly<Record<string, 'programs' | 'destinations'>> = {
  solana: 'programs',
  ton: 'destinations',
};

/** Members of a policy file. */
export interface PolicyFragment {
  version: 1;
  providers: string[];
  chains: Record<string, OnChain>;
}

/** What a policy has to name for the routes. A person reads it before it goes into the file. */
export function policyFragment(routes: readonly LearnedRoute[]): PolicyFragment {
  const fragment: PolicyFragment = {
    version: 1,
    providers: [...new Set(routes.map(({ provider }) => provider))],
    chains: {},
  };
  for (const { items, provider } of routes) for (const item of items) add(fragment, item, provider);
  return fragment;
}

function add({ chains }: PolicyFragment, item: AdmissionItem, provider: string): void {
  switch (item.kind) {
    case 'target':
    case 'spender': {
      const { kind, chain, selector, provider: _, ...code } = item;
      const contract = addContract(chains, { chain, list: `${kind}s` }, code, provider);
      if (selector !== undefined) contract.selectors = union(contract.selectors, selector);
      return;
    }
    case 'function': {
      const list = functionLists[chainRegistry[item.chain]?.family ?? 'other'];
      if (list !== undefined) {
        addAddress(chains, list, item);
        return;
      }
      const { chain, selector, kind: _, lacks: _lacks, provider: _provider, ...code } = item;
      const contract = addContract(chains, { chain, list: 'targets' }, code, provider);
      contract.selectors = union(contract.selectors, selector);
      return;
    }
    case 'destination':
    case 'program':
    case 'cosigner':
    case 'receiver':
    case 'refund_address': {
      addAddress(chains, lists[item.kind], item);
      return;
    }
    case 'rotating_address': {
      const there = chains[item.chain] ?? {};
      const others = (there.rotatingAddresses ?? []).filter(
        (one) => one.provider !== item.provider || one.token !== item.token,
      );
      const rotatingAddresses = [...others, { provider: item.provider, token: item.token }];
      chains[item.chain] = { ...there, rotatingAddresses };
      return;
    }
    case 'token': {
      const there = chains[item.chain] ?? {};
      const others = (there.tokens ?? []).filter(({ address }) => address !== item.token);
      const tokens = [...others, { address: item.token, decimals: item.decimals }];
      chains[item.chain] = { ...there, tokens };
      return;
    }
    // Providers are listed already, and findings and payments are of one swap.
    case 'provider':
    case 'finding':
    case 'payment':
      return;
    default:
      assertNever(item, 'admission item');
  }
}

function addAddress(
  chains: PolicyFragment['chains'],
  list: (typeof lists)[keyof typeof lists],
  { chain, address }: { chain: string; address: string },
): void {
  const there = chains[chain] ?? {};
  chains[chain] = { ...there, [list]: union(there[list], address) };
}

function addContract(
  chains: PolicyFragment['chains'],
  { chain, list }: { chain: string; list: 'targets' | 'spenders' },
  contract: Omit<Contract, 'providers' | 'selectors'>,
  provider: string,
): Contract {
  const there = chains[chain] ?? {};
  const contracts = there[list] ?? [];
  const known = contracts.find(({ address }) => address === contract.address);
  const added: Contract = known ?? { ...contract, providers: [] };
  added.providers = union(added.providers, provider);
  chains[chain] = { ...there, [list]: known ? contracts : [...contracts, added] };
  return added;
}

function union(list: readonly string[] | undefined, value: string): string[] {
  return [...new Set([...(list ?? []), value])];
}
