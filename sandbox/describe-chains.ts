import type { Address } from 'viem';
import type { SandboxEndpoints } from './endpoints.ts';
import { chainNamed, type EvmChain, type EvmChains } from './evm/evm-chain.ts';

/** What users have to know of the chains that run. */
export function describeChains(chains: EvmChains): SandboxEndpoints['chains'] {
  const evm = (name: 'ETH' | 'POLYGON' | 'ARBITRUM') => {
    const chain = chainNamed(chains, name);
    return { family: 'evm', rpcUrls: [chain.url], ...describeMoney(chain, (address) => address) } as const;
  };
  const tron = chains.get('TRON');
  return {
    ETH: evm('ETH'),
    POLYGON: evm('POLYGON'),
    ARBITRUM: evm('ARBITRUM'),
    ...(tron === undefined
      ? {}
      : {
          TRON: {
            family: 'tron',
            genesis: tron.genesis ?? '',
            fullNodeUrls: [tron.url],
            ...describeMoney(tron, tron.face.renderAddress),
          },
        }),
  };
}

/** @param render writes an address as the chain's users do */
function describeMoney<Text extends string>({ definition, deployment }: EvmChain, render: (address: Address) => Text) {
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
