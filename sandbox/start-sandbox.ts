import { controlApp } from './control/control-app.ts';
import type { SandboxChainEndpoints, SandboxEndpoints } from './endpoints.ts';
import { CHAIN_DEFINITIONS, CHAIN_NAMES } from './evm/chain-catalogue.ts';
import { BRIDGE_IDS, type EvmChain } from './evm/evm-chain.ts';
import { type RunningChain, startChain } from './evm/start-chain.ts';
import { type HttpServer, serveHttp } from './http-server.ts';
import { bridgeProvider } from './providers/bridge.ts';
import { BRIDGES } from './providers/bridges.ts';
import { createOrderBook } from './providers/order-book.ts';
import { createProviderSwitches } from './providers/provider-switches.ts';
import { settleDeposits } from './providers/settle-deposits.ts';
import { uniswapV2 } from './providers/uniswap-v2.ts';
import { wrapped } from './providers/wrapped.ts';
import { createQuoteBook } from './router/quote-book.ts';
import { routerApp } from './router/router-app.ts';
import { createRouterFaults } from './router/router-faults.ts';
import { type ResolvedSandboxOptions, resolveOptions, type SandboxOptions } from './sandbox-options.ts';

export interface Sandbox {
  readonly endpoints: SandboxEndpoints;
  /** Ends the servers, the providers and the chains; everything in them is lost. */
  close(): Promise<void>;
}

/**
 * Starts three chains, their contracts, the providers, the router and the control server, all on 127.0.0.1. They end
 * with this process at the latest.
 * @throws {SandboxError} what is wrong with the options, the ports or the engine; nothing is left running then
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const closing = new AbortController();
  const chains = await startChains(resolved, closing.signal);
  const servers: HttpServer[] = [];
  let settled: Promise<void> = Promise.resolve();

  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(servers.map((server) => server.close()));
    await settled;
    await Promise.all(Object.values(chains).map((chain) => chain.close()));
  };

  try {
    const orders = createOrderBook();
    const switches = createProviderSwitches(BRIDGE_IDS.filter((id) => BRIDGES[id].held === true));
    const faults = createRouterFaults();
    const tools = { chains, orders };
    const bridges = BRIDGE_IDS.map((id) => bridgeProvider(id, tools));
    const providers = [uniswapV2(tools), wrapped(tools), ...bridges];
    const { slippageUnit, swapLifetimeMs, payoutDelayMs, routerConfirmations: confirmations, portBase } = resolved;
    const quotes = createQuoteBook(resolved.quoteLifetimeMs);
    settled = settleDeposits({ chains, orders, switches, confirmations, payoutDelayMs, signal: closing.signal });

    const router = await serveHttp(
      routerApp({ chains, providers, orders, quotes, slippageUnit, swapLifetimeMs }, faults),
      portBase,
    );
    servers.push(router);
    const control = await serveHttp(
      controlApp({ chains, orders, switches, faults, endpoints: () => endpoints }),
      portBase === undefined ? undefined : portBase + 1,
    );
    servers.push(control);

    const endpoints: SandboxEndpoints = {
      router: { url: router.url },
      control: { url: control.url },
      finalityDepth: resolved.finalityDepth,
      blockIntervalMs: resolved.blockIntervalMs,
      chains: {
        ETH: chainEndpoints(chains.ETH),
        POLYGON: chainEndpoints(chains.POLYGON),
        ARBITRUM: chainEndpoints(chains.ARBITRUM),
      },
    };
    return { endpoints, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts all chains, or none. */
async function startChains(options: ResolvedSandboxOptions, signal: AbortSignal) {
  const { blockIntervalMs, finalityDepth, portBase } = options;
  const starts = await Promise.allSettled(
    CHAIN_NAMES.map((name, index) =>
      startChain({
        definition: CHAIN_DEFINITIONS[name],
        blockIntervalMs,
        finalityDepth,
        signal,
        ...(portBase === undefined ? {} : { port: portBase + 2 + index }),
      }),
    ),
  );
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  const [ETH, POLYGON, ARBITRUM] = started;
  if (ETH === undefined || POLYGON === undefined || ARBITRUM === undefined) {
    await Promise.all(started.map((chain: RunningChain) => chain.close()));
    throw failure?.reason;
  }
  return { ETH, POLYGON, ARBITRUM };
}

function chainEndpoints({ definition, rpcUrl, deployment }: EvmChain): SandboxChainEndpoints {
  return {
    family: 'evm',
    chainId: definition.chainId,
    rpcUrls: [rpcUrl],
    wrappedNative: deployment.wrappedNative.address,
    nativeToken: { symbol: definition.native.symbol, decimals: definition.native.decimals },
    tokens: deployment.tokens.flatMap(({ symbol, address, decimals, behaviour }) =>
      behaviour === 'native' ? [] : [{ symbol, address, decimals, behaviour }],
    ),
  };
}
