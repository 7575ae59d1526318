import { type Chain, type ChainName, chainRegistry, type Family, nativeTokens } from '../chains.ts';
import { evmNetworks } from './evm-networks.ts';
import { evmServices } from './evm-services.ts';
import { type Explorer, otherChains } from './other-chains.ts';

/** What is known of a chain identifier of the interface, whether anything can be signed there or not. */
export interface KnownChain {
  name: ChainName;
  title: string;
  /** Absent: the namespace is not registered, or the chain's reference in it is not certain. */
  caip2?: string;
  testnet: boolean;
  /** Whose adapter signs there, as soon as endpoints are configured. Absent: nothing is signed there. */
  family?: Family;
  nativeToken: {
    symbol: string;
    decimals: number;
    /** How the interface writes "the native coin"; the first one is ours. */
    forms: readonly string[];
  };
  explorer?: Explorer;
  /** A public endpoint, by the ecosystem's own word. */
  rpcUrl?: string;
  /** Whether the interface's refund endpoint, and its claim endpoint, take this chain (section 2.7, at its end). */
  refunds: boolean;
  claims: boolean;
}

/** Of the families that are not EVM. */
const titles: Readonly<Record<ChainName, string>> = { TRON: 'TRON', SOLANA: 'Solana', TON: 'TON', BITCOIN: 'Bitcoin' };

/** Paths of their explorers. */
const explorers: Readonly<Record<ChainName, Explorer>> = {
  TRON: { transaction: 'https://tronscan.org/#/transaction/{id}', account: 'https://tronscan.org/#/address/{id}' },
  SOLANA: { transaction: 'https://solscan.io/tx/{id}', account: 'https://solscan.io/account/{id}' },
  TON: { transaction: 'https://tonviewer.com/transaction/{id}', account: 'https://tonviewer.com/{id}' },
  BITCOIN: { transaction: 'https://mempool.space/tx/{id}', account: 'https://mempool.space/address/{id}' },
};

const refundChains: ReadonlySet<ChainName> = new Set([
  ...['BSC', 'POLYGON', 'AVALANCHE', 'ETH', 'FANTOM', 'ARBITRUM', 'AURORA', 'OPTIMISM', 'ASTAR_EVM'],
  ...['GOERLI', 'BSCT', 'MUMBAI', 'FUJI'],
]);
const claimChains: ReadonlySet<ChainName> = new Set(['ARBITRUM', 'ETH']);

/** The zero address, as the interface writes "the native coin" on most chains (section 2.1). */
const zeroAddress = nativeTokens.evm;

/** Every chain identifier of the interface's section 2.7. */
export const knownChains: Readonly<Record<ChainName, KnownChain>> = Object.fromEntries(
  [...Object.values(chainRegistry).map(executing), ...Object.keys(otherChains).map(other)].map((chain) => [
    chain.name,
    chain,
  ]),
);

function executing({ name, family, caip2, nativeToken }: Chain): KnownChain {
  const { symbol, decimals, address } = nativeToken;
  const { explorerUrl, rpcUrl } = evmServices[name] ?? {};
  const explorer =
    explorerUrl === undefined
      ? explorers[name]
      : { transaction: `${explorerUrl}/tx/{id}`, account: `${explorerUrl}/address/{id}` };
  return {
    ...common(name),
    title: evmNetworks[name]?.title ?? titles[name] ?? name,
    caip2,
    testnet: evmNetworks[name]?.testnet === true,
    family,
    nativeToken: { symbol, decimals, forms: [...new Set([address, zeroAddress])] },
    ...(explorer === undefined ? {} : { explorer }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
  };
}

function other(name: ChainName): KnownChain {
  const {
    title,
    caip2,
    symbol,
    decimals,
    nativeForms = [],
    explorer,
  } = otherChains[name] as (typeof otherChains)[string];
  return {
    ...common(name),
    title,
    ...(caip2 === undefined ? {} : { caip2 }),
    testnet: false,
    nativeToken: { symbol, decimals, forms: [...nativeForms, zeroAddress] },
    ...(explorer === undefined ? {} : { explorer }),
  };
}

function common(name: ChainName): Pick<KnownChain, 'name' | 'refunds' | 'claims'> {
  return { name, refunds: refundChains.has(name), claims: claimChains.has(name) };
}
