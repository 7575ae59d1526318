import type { JoinedBitcoinChain } from './bitcoin/join-bitcoin-chain.ts';
import { isPaper, PAPER_CHAINS, type PaperChain } from './chains/paper-chains.ts';
import type { Token } from './chains/token.ts';
import type { PlaceName, SandboxChainName } from './endpoints.ts';
import type { EvmChain } from './evm/evm-chain.ts';
import { SandboxError } from './sandbox-error.ts';
import type { JoinedSolanaChain } from './solana/join-solana-chain.ts';
import type { JoinedTonChain } from './ton/join-ton-chain.ts';

/** One running chain with its contracts and operations. */
export type SandboxChain = EvmChain | JoinedSolanaChain | JoinedTonChain | JoinedBitcoinChain;

/** The running chains. */
export type SandboxChains = ReadonlyMap<SandboxChainName, SandboxChain>;

/** Finds the chain that receives money. It may be a paper chain. */
export function placeNamed(chains: SandboxChains, name: PlaceName): SandboxChain | PaperChain {
  return isPaper(name) ? PAPER_CHAINS[name] : chainNamed(chains, name);
}

/** Finds a running chain, such as the source chain of an order. */
export function chainNamed(chains: SandboxChains, name: PlaceName): SandboxChain {
  const chain = isPaper(name) ? undefined : chains.get(name);
  if (chain === undefined)
    throw new SandboxError('bad-request', `${name} does not run in this sandbox.`);
  return chain;
}

/** Finds a chain that runs the sandbox's EVM contracts. */
export function contractChainNamed(chains: SandboxChains, name: PlaceName): EvmChain {
  const chain = chainNamed(chains, name);
  if (chain.family === 'evm' || chain.family === 'tron') return chain;
  throw new SandboxError('bad-request', `${name} has no EVM contracts.`);
}

/**
 * @param address in the notation of the chain
 * @returns undefined if the chain does not have the token
 */
export function findToken(
  { notation, deployment }: Pick<SandboxChain | PaperChain, 'notation' | 'deployment'>,
  address: string,
): Token | undefined {
  const parsed = notation.parseAddress(address);
  return deployment.tokens.find((token) => token.address === parsed);
}
