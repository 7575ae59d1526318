import { assignPorts } from './chains/assign-ports.ts';
import {
  CHAIN_DEFINITIONS,
  type ChainDefinition,
  EVM_CHAIN_NAMES,
} from './chains/chain-catalogue.ts';
import type { SandboxChainName } from './endpoints.ts';
import { type StartChainOptions, startChain } from './evm/start-chain.ts';
import type { SandboxChain } from './sandbox-chain.ts';
import type { ResolvedSandboxOptions } from './sandbox-options.ts';
import { startTronChain } from './tron/start-tron-chain.ts';

type RunningChain = SandboxChain & { close(): Promise<void> };

const STARTERS: Readonly<
  Record<SandboxChainName, (options: StartChainOptions) => Promise<RunningChain>>
> = {
  ETH: startChain,
  POLYGON: startChain,
  ARBITRUM: startChain,
  TRON: startTronChain,
  // The libraries of these chains are large. Load them only if the chain is wanted.
  async SOLANA(options) {
    const { joinSolanaChain } = await unlessStopped(
      options,
      import('./solana/join-solana-chain.ts'),
    );
    return joinSolanaChain(options);
  },
  async TON(options) {
    const { joinTonChain } = await unlessStopped(options, import('./ton/join-ton-chain.ts'));
    return joinTonChain(options);
  },
  async BITCOIN(options) {
    const { joinBitcoinChain } = await unlessStopped(
      options,
      import('./bitcoin/join-bitcoin-chain.ts'),
    );
    return joinBitcoinChain(options);
  },
};

/** Checks the signal after the load, which takes seconds on a small machine. */
async function unlessStopped<Library>(
  { signal }: StartChainOptions,
  loading: Promise<Library>,
): Promise<Library> {
  const library = await loading;
  signal.throwIfAborted();
  return library;
}

/** Nobody has registered the sandbox's ids, nor those after them. */
function withForeignId<Definition extends ChainDefinition>(definition: Definition): Definition {
  const isEvm = EVM_CHAIN_NAMES.some((name) => name === definition.name);
  return isEvm ? { ...definition, chainId: definition.chainId + 10_000 } : definition;
}

/** Starts all wanted chains. If one fails, it stops the others. */
export async function startChains(
  {
    blockIntervalMs,
    finalityDepth,
    storedBlocks,
    portBase,
    otherChains,
    foreignIds,
  }: ResolvedSandboxOptions,
  signal: AbortSignal,
  onStep?: (step: string) => void,
): Promise<ReadonlyMap<SandboxChainName, RunningChain>> {
  const names = [...EVM_CHAIN_NAMES, ...otherChains];
  let running = 0;
  onStep?.(`starting ${names.length} local chains`);
  const ports = portBase === undefined ? () => ({}) : assignPorts(names, portBase);
  const starts = await Promise.allSettled(
    names.map(async (name) => {
      const chain = await STARTERS[name]({
        definition: foreignIds ? withForeignId(CHAIN_DEFINITIONS[name]) : CHAIN_DEFINITIONS[name],
        blockIntervalMs,
        finalityDepth,
        storedBlocks,
        signal,
        ...ports(name),
      });
      running += 1;
      onStep?.(`chain ${name} runs (${running} of ${names.length})`);
      return chain;
    }),
  );
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure !== undefined) {
    await Promise.all(started.map((chain) => chain.close()));
    throw failure.reason;
  }
  return new Map(started.map((chain) => [chain.definition.name, chain]));
}
