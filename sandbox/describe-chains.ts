import type { JoinedBitcoinChain } from './bitcoin/join-bitcoin-chain.ts';
import type {
  BitcoinChainEndpoints,
  EvmChainEndpoints,
  EvmChainName,
  SandboxEndpoints,
  SolanaChainEndpoints,
  TonChainEndpoints,
  TronChainEndpoints,
} from './endpoints.ts';
import type { EvmChain } from './evm/evm-chain.ts';
import { contractChainNamed, type SandboxChain, type SandboxChains } from './sandbox-chain.ts';
import type { JoinedSolanaChain } from './solana/join-solana-chain.ts';
import type { JoinedTonChain } from './ton/join-ton-chain.ts';

/** What users need to know of the running chains. */
export function describeChains(
  chains: SandboxChains,
  relayUrlOf: (name: EvmChainName) => string,
): SandboxEndpoints['chains'] {
  const [tron, solana] = [chains.get('TRON'), chains.get('SOLANA')];
  const ton = chains.get('TON');
  const bitcoin = chains.get('BITCOIN');
  return {
    ETH: describeEvm(contractChainNamed(chains, 'ETH'), relayUrlOf('ETH')),
    POLYGON: describeEvm(contractChainNamed(chains, 'POLYGON'), relayUrlOf('POLYGON')),
    ARBITRUM: describeEvm(contractChainNamed(chains, 'ARBITRUM'), relayUrlOf('ARBITRUM')),
    ...(tron?.family === 'tron' ? { TRON: describeTron(tron) } : {}),
    ...(solana?.family === 'solana' ? { SOLANA: describeSolana(solana) } : {}),
    ...(ton?.family === 'ton' ? { TON: describeTon(ton) } : {}),
    ...(bitcoin?.family === 'bitcoin' ? { BITCOIN: describeBitcoin(bitcoin) } : {}),
  };
}

function describeEvm(chain: EvmChain, relayUrl: string): EvmChainEndpoints {
  const render = (address: `0x${string}`) => address;
  const wrappedNative = chain.deployment.wrappedNative.address;
  const wsUrls = [chain.url.replace(/^http/, 'ws')];
  return {
    family: 'evm',
    rpcUrls: [chain.url],
    wsUrls,
    broadcastUrls: [relayUrl],
    wrappedNative,
    ...describeMoney(chain, render),
  };
}

function describeTron(chain: EvmChain): TronChainEndpoints {
  const { genesis, url, notation, deployment } = chain;
  return {
    family: 'tron',
    genesis,
    fullNodeUrls: [url],
    wrappedNative: notation.renderAddress(deployment.wrappedNative.address),
    ...describeMoney(chain, notation.renderAddress),
  };
}

function describeSolana(chain: JoinedSolanaChain): SolanaChainEndpoints {
  const { genesis, makers, lookupTable, url, wsUrl, notation, deployment } = chain;
  return {
    family: 'solana',
    genesis,
    rpcUrls: [url],
    wsUrls: [wsUrl],
    makers,
    lookupTable,
    wrappedNative: notation.renderAddress(deployment.wrappedNative.address),
    ...describeMoney(chain, notation.renderAddress),
  };
}

function describeTon(chain: JoinedTonChain): TonChainEndpoints {
  const { genesis, networkId, pools, url, notation } = chain;
  return {
    family: 'ton',
    genesis,
    networkId,
    pools,
    rpcUrls: [`${url}/api/v2`],
    ...describeMoney(chain, notation.renderAddress),
  };
}

function describeBitcoin(chain: JoinedBitcoinChain): BitcoinChainEndpoints {
  const { genesis, network, url, bitcoindUrl, notation } = chain;
  return {
    family: 'bitcoin',
    genesis,
    network,
    esploraUrls: [url],
    bitcoindUrls: [bitcoindUrl],
    ...describeMoney(chain, notation.renderAddress),
  };
}

/** @param render writes an address in the chain's notation */
function describeMoney<Text extends string>(
  { definition, deployment }: SandboxChain,
  render: (address: `0x${string}`) => Text,
) {
  const { symbol, decimals } = definition.native;
  return {
    chainId: definition.chainId,
    nativeToken: { symbol, decimals },
    tokens: deployment.tokens.flatMap(({ symbol, address, decimals, behaviour }) =>
      behaviour === 'native' ? [] : [{ symbol, address: render(address), decimals, behaviour }],
    ),
  };
}
