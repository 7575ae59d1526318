import { assignPorts } from './chains/assign-ports.ts';
import { CHAIN_DEFINITIONS, EVM_CHAIN_NAMES } from './chains/chain-catalogue.ts';
import type { SandboxChainName } from './endpoints.ts';
import { type StartChainOptions, startChain } from './evm/start-chain.ts';
import type { SandboxChain } from './sandbox-chain.ts';
import type { ResolvedSandboxOptions } from './sandbox-options.ts';
import { startTronChain } from './tron/start-tron-chain.ts';

type RunningChain = SandboxChain & { close(): Promise<void> };

const STARTERS: Readonly<Record<SandboxChainName, (options: StartChainOptions) => Promise<RunningChain>>> = {
  ETH: startChain,
  POLYGON: startChain,
  ARBITRUM: startChain,
  TRON: startTronChain,
  // Its libraries are large: who does not want it does not load them.
  SOLANA: async (options) => (await import('./solana/join-solana-chain.ts')).joinSolanaChain(options),
  TON: async (options) => (await import('./ton/join-ton-chain.ts')).joinTonChain(options),
  BITCOIN: async (options) => (await import('./bitcoin/join-bitcoin-chain.ts')).joinBitcoinChain(options),
};

/** Starts all chains that are wanted, or none. */
export async function startChains(
  { blockIntervalMs, finalityDepth, keptBlocks, portBase, otherChains }: ResolvedSandboxOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<SandboxChainName, RunningChain>> {
  const names = [...EVM_CHAIN_NAMES, ...otherChains];
  const ports = portBase === undefined ? () => ({}) : assignPorts(names, portBase);
  const starts = await Promise.allSettled(
    names.map((name) =>
      STARTERS[name]({
        definition: CHAIN_DEFINITIONS[name],
        blockIntervalMs,
        finalityDepth,
        keptBlocks,
        signal,
        ...ports(name),
      }),
    ),
  );
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure !== undefined) {
    await Promise.all(started.map((chain) => chain.close()));
    throw failure.reason;
  }
  return new Map(started.map((chain) => [chain.definition.name, chain]));
}
