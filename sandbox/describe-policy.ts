import { BRIDGE_IDS } from './chains/bridge-ids.ts';
import { PAPER_CHAIN_NAMES } from './chains/paper-chains.ts';
import { describeDescriptors } from './describe-descriptors.ts';
import type { GuardPolicyFile } from './guard-policy-file.ts';
import { DEPOSIT_PROVIDER_IDS } from './providers/deposit-providers.ts';
import type { SandboxChain, SandboxChains } from './sandbox-chain.ts';

/**
 * The policy that an operator of this sandbox would write: it names the contracts of its
 * providers, and nothing else. Receivers are open, since its coins are worth nothing.
 */
export function describePolicy(chains: SandboxChains): GuardPolicyFile {
  return {
    version: 1,
    profile: 'standard',
    providers: 'any',
    descriptors: { inline: describeDescriptors(chains) },
    // Its providers misbehave on purpose.
    providerStop: 'never',
    chains: {
      ...Object.fromEntries([...chains].map(([name, chain]) => [name, admittedOn(chain)])),
      // They receive only, and do not run.
      ...Object.fromEntries(PAPER_CHAIN_NAMES.map((name) => [name, { receivers: 'any' }])),
    },
  };
}

function admittedOn(chain: SandboxChain) {
  return {
    receivers: 'any',
    refundAddresses: 'any',
    rotatingAddresses: rotatingOn(chain),
    ...contractsOn(chain),
  };
}

function contractsOn(chain: SandboxChain) {
  const { notation, deployment } = chain;
  const gateways = Object.entries(deployment.bridgeGateways).map(([provider, gateway]) => ({
    provider,
    address: notation.renderAddress(gateway.address),
    ...(gateway.spender === null ? {} : { spender: notation.renderAddress(gateway.spender) }),
  }));
  switch (chain.family) {
    case 'evm':
    case 'tron': {
      const { swapRouter, tokenGateway, claimVault } = chain.deployment;
      const onChain = [chain.family === 'evm' ? 'UNISWAP_V2' : 'SUN_SWAP'];
      return {
        targets: [
          ...gateways.map(({ provider, address }) => ({ address, providers: [provider] })),
          { address: notation.renderAddress(swapRouter), providers: onChain },
          { address: notation.renderAddress(claimVault) },
        ],
        spenders: [
          ...gateways.flatMap(({ provider, spender }) =>
            spender === undefined ? [] : [{ address: spender, providers: [provider] }],
          ),
          { address: notation.renderAddress(tokenGateway), providers: onChain },
        ],
      };
    }
    case 'solana':
      return {
        destinations: [...gateways.map(({ address }) => address), ...chain.makers],
        cosigners: chain.makers,
      };
    case 'ton':
      return { destinations: [...gateways.map(({ address }) => address), ...chain.pools] };
    case 'bitcoin':
      return {};
  }
}

/** Deposit orders have addresses of their own, and so have all orders on Bitcoin. */
function rotatingOn({ family, notation, deployment }: SandboxChain) {
  const providers =
    family === 'bitcoin' ? [...DEPOSIT_PROVIDER_IDS, ...BRIDGE_IDS] : DEPOSIT_PROVIDER_IDS;
  const tokens = deployment.tokens.map(({ behaviour, address }) =>
    behaviour === 'native' ? 'native' : notation.renderAddress(address),
  );
  return providers.flatMap((provider) => tokens.map((token) => ({ provider, token })));
}
