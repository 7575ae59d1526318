import type { EvmChainEndpoints, SandboxEndpoints, SolanaChainEndpoints, TronChainEndpoints } from './endpoints.ts';
import type { EvmChain } from './evm/evm-chain.ts';
import { chainNamed, type SandboxChain, type SandboxChains } from './sandbox-chain.ts';
import type { JoinedSolanaChain } from './solana/join-solana-chain.ts';

/** What users have to know of the chains that run. */
export function describeChains(chains: SandboxChains): SandboxEndpoints['chains'] {
  const [tron, solana] = [chains.get('TRON'), chains.get('SOLANA')];
  return {
    ETH: describeEvm(chainNamed(chains, 'ETH')),
    POLYGON: describeEvm(chainNamed(chains, 'POLYGON')),
    ARBITRUM: describeEvm(chainNamed(chains, 'ARBITRUM')),
    ...(tron?.family === 'tron' ? { TRON: describeTron(tron) } : {}),
    ...(solana?.family === 'solana' ? { SOLANA: describeSolana(solana) } : {}),
  };
}

function describeEvm(chain: SandboxChain): EvmChainEndpoints {
  return { family: 'evm', rpcUrls: [chain.url], ...describeMoney(chain, (address) => address) };
}

function describeTron(chain: EvmChain): TronChainEndpoints {
  const { genesis, url, notation } = chain;
  return {
    family: 'tron',
    genesis,
    fullNodeUrls: [url],
    ...describeMoney(chain, notation.renderAddress),
  };
}

function describeSolana(chain: JoinedSolanaChain): SolanaChainEndpoints {
  const { genesis, makers, lookupTable, url, notation } = chain;
  return {
    family: 'solana',
    genesis,
    rpcUrls: [url],
    makers,
    lookupTable,
    ...describeMoney(chain, notation.renderAddress),
  };
}

/** @param render writes an address as the chain's users do */
function describeMoney<Text extends string>(
  { definition, deployment }: SandboxChain,
  render: (address: `0x${string}`) => Text,
) {
  const { symbol, decimals } = definition.native;
  return {
    chainId: definition.chainId,
    wrappedNative: render(deployment.wrappedNative.address),
    nativeToken: { symbol, decimals },
    tokens: deployment.tokens.flatMap(({ symbol, address, decimals, behaviour }) =>
      behaviour === 'native' ? [] : [{ symbol, address: render(address), decimals, behaviour }],
    ),
  };
}
