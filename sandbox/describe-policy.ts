import { formatUnits } from 'viem';
import { BRIDGE_IDS } from './chains/bridge-ids.ts';
import { PAPER_CHAIN_NAMES, PAPER_CHAINS, type PaperChain } from './chains/paper-chains.ts';
import { isNative } from './chains/token.ts';
import { describeDescriptors } from './describe-descriptors.ts';
import type { PlaceName } from './endpoints.ts';
import type { GuardPolicyFile } from './guard-policy-file.ts';
import { DEPOSIT_PROVIDER_IDS, DEPOSIT_PROVIDERS } from './providers/deposit-providers.ts';
import type { SandboxChain, SandboxChains } from './sandbox-chain.ts';
import { POOL_OPERATIONS } from './ton/build-pool-swap.ts';
import { GATEWAY_OPERATIONS } from './ton/deposit-body.ts';

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
    prices: { tokens: [...chains.values(), ...Object.values(PAPER_CHAINS)].flatMap(pricesOn) },
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
    tokens: tokensOn(chain),
    rotatingAddresses: rotatingOn(chain),
    ...contractsOn(chain),
  };
}

/** Its tokens have fixed prices. */
function pricesOn({ notation, deployment, definition }: SandboxChain | PaperChain) {
  return deployment.tokens.map((token) => ({
    chain: definition.name,
    token: isNative(token) ? 'native' : notation.renderAddress(token.address),
    sources: [{ kind: 'static', usd: formatUnits(token.usdMicros, 6) }],
  }));
}

function tokensOn({ notation, deployment }: SandboxChain) {
  return deployment.tokens
    .filter((token) => !isNative(token))
    .map(({ address, decimals }) => ({ address: notation.renderAddress(address), decimals }));
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
        // Gateways know their orders by the memo.
        destinations: [
          ...gateways.map(({ address }) => ({ address, plain: true })),
          ...chain.makers,
        ],
        cosigners: chain.makers,
      };
    case 'ton':
      return {
        destinations: [
          ...gateways.map(({ address }) => ({ address, operations: GATEWAY_OPERATIONS })),
          ...chain.pools.map((address) => ({ address, operations: POOL_OPERATIONS })),
        ],
      };
    case 'bitcoin':
      return {};
  }
}

/** The largest payment to a changing address, of any token: these coins are worth nothing. */
const MOST_COINS = 1_000_000_000n;

/** Deposit orders have addresses of their own, and so have all orders on Bitcoin. */
function rotatingOn({ family, definition: { name }, notation, deployment }: SandboxChain) {
  const providers =
    family === 'bitcoin' ? [...DEPOSIT_PROVIDER_IDS, ...BRIDGE_IDS] : DEPOSIT_PROVIDER_IDS;
  const tokens = deployment.tokens.map(({ behaviour, address, decimals }) => ({
    token: behaviour === 'native' ? 'native' : notation.renderAddress(address),
    maximumAmount: `${MOST_COINS * 10n ** BigInt(decimals)}`,
  }));
  return providers.flatMap((provider) =>
    tokens.map((token) => ({ provider, ...token, ...memoOf(provider, name) })),
  );
}

/** Only pooled addresses need a memo. */
function memoOf(provider: string, chain: PlaceName): { memo?: 'required' | 'optional' } {
  const known = DEPOSIT_PROVIDER_IDS.find((id) => id === provider);
  if (!known) return {};
  return { memo: DEPOSIT_PROVIDERS[known].pooledOn.includes(chain) ? 'required' : 'optional' };
}
