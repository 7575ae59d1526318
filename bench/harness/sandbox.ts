import { evmChainsOf, type SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { startChildProgram } from './child-program.ts';
import type { World } from './world.ts';

/** The sandbox with its three EVM chains, in its own process. */
interface SandboxWorld extends World {
  pid: number;
  fund(address: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSandboxWorld(): Promise<SandboxWorld> {
  const program = await startChildProgram('bench/sandbox/main', {});
  const endpoints = program.announced as SandboxEndpoints;
  const { blockIntervalMs, finalityDepth, guardPolicy } = endpoints;
  return {
    pid: program.pid,
    routerUrl: endpoints.router.url,
    blockIntervalMs,
    finalityDepth,
    guardPolicy,
    chains: evmChainsOf(endpoints).map(([name, { chainId, rpcUrls, tokens, wrappedNative }]) => ({
      name,
      chainId,
      rpcUrl: rpcUrls[0] ?? '',
      usdc: tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '',
      wrappedNative,
    })),
    fund: (address) => fundSandboxWallet(endpoints, address, 'evm'),
    close: () => program.close(),
  };
}
