import { BRIDGE_IDS } from './chains/bridge-ids.ts';
import { EVM_CHAIN_NAMES } from './chains/chain-catalogue.ts';
import { controlApp } from './control/control-app.ts';
import { describeChains } from './describe-chains.ts';
import { describePolicy } from './describe-policy.ts';
import type { SandboxEndpoints } from './endpoints.ts';
import { type HttpServer, serveHttp } from './http-server.ts';
import { bridgeProvider } from './providers/bridge.ts';
import { BRIDGES } from './providers/bridges.ts';
import { createDepositDesk } from './providers/deposit-desk.ts';
import { DEPOSIT_PROVIDER_IDS } from './providers/deposit-providers.ts';
import { depositTaker } from './providers/deposit-taker.ts';
import { createOrderBook } from './providers/order-book.ts';
import { createProviderSwitches } from './providers/provider-switches.ts';
import { settleDeposits } from './providers/settle-deposits.ts';
import { settleTransfers } from './providers/settle-transfers.ts';
import { uniswapV2 } from './providers/uniswap-v2.ts';
import { wrapped } from './providers/wrapped.ts';
import { requireFreePorts } from './require-free-ports.ts';
import { createQuoteBook } from './router/quote-book.ts';
import { routerApp } from './router/router-app.ts';
import { createRouterFaults } from './router/router-faults.ts';
import {
  type ResolvedSandboxOptions,
  resolveOptions,
  type SandboxOptions,
} from './sandbox-options.ts';
import { startChains } from './start-chains.ts';

export interface Sandbox {
  readonly endpoints: SandboxEndpoints;
  /** Stops the servers, the providers and the chains. Their data is lost. */
  close(): Promise<void>;
}

/** Options to follow a start and to abort it. */
export interface Start {
  /** Aborts the start and stops what already runs. No effect after the start. */
  readonly signal?: AbortSignal;
  /** Receives the name of each step as it begins. */
  onStep?(step: string): void;
}

/**
 * Starts the chains, their contracts, the providers, the router and the control server on
 * 127.0.0.1. They stop with this process at the latest.
 * @throws {SandboxError} a fault of the options, the ports or the engine. Nothing is left running
 *   then.
 */
export async function startSandbox(
  options: SandboxOptions = {},
  { signal, onStep }: Start = {},
): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  signal?.throwIfAborted();
  await requireFreePorts(resolved);
  const closing = new AbortController();
  const giveUp = (): void => closing.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await startAll(resolved, closing, onStep);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function startAll(
  resolved: ResolvedSandboxOptions,
  closing: AbortController,
  onStep: Start['onStep'],
): Promise<Sandbox> {
  const chains = await startChains(resolved, closing.signal, onStep);
  const servers: HttpServer[] = [];
  let settled: Promise<void> = Promise.resolve();

  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(servers.map((server) => server.close()));
    await settled;
    await Promise.all([...chains.values()].map((chain) => chain.close()));
  };

  try {
    closing.signal.throwIfAborted();
    const orders = createOrderBook();
    const switches = createProviderSwitches(BRIDGE_IDS.filter((id) => BRIDGES[id].held === true));
    const faults = createRouterFaults();
    const tools = { chains, orders };
    const bridges = BRIDGE_IDS.map((id) => bridgeProvider(id, tools));
    const [solana, ton] = [chains.get('SOLANA'), chains.get('TON')];
    const pools = [
      uniswapV2({ id: 'UNISWAP_V2', chains, servedChains: EVM_CHAIN_NAMES }),
      ...(chains.has('TRON')
        ? [uniswapV2({ id: 'SUN_SWAP', chains, servedChains: ['TRON'] })]
        : []),
      ...(solana?.family === 'solana' ? [solana.jupiter] : []),
      ...(ton?.family === 'ton' ? [ton.stonfi] : []),
    ];
    const {
      blockIntervalMs,
      finalityDepth,
      slippageUnit,
      swapLifetimeMs,
      orderLifetimeMs,
      payoutDelayMs,
      routerConfirmations: confirmations,
      portBase,
    } = resolved;
    const quotes = createQuoteBook(resolved.quoteLifetimeMs);
    const desk = createDepositDesk(orders);
    const orderLifetime = BigInt(Math.ceil(orderLifetimeMs / blockIntervalMs));
    const takers = DEPOSIT_PROVIDER_IDS.map((id) =>
      depositTaker(id, { ...tools, desk, orderLifetime }),
    );
    const providers = [...pools, wrapped(tools), ...bridges, ...takers];
    const settling = {
      chains,
      orders,
      switches,
      confirmations,
      payoutDelayMs,
      signal: closing.signal,
    };
    settled = Promise.all([
      settleDeposits(settling),
      settleTransfers({ ...settling, desk, finalityDepth }),
    ]).then(() => undefined);

    const context = {
      chains,
      providers,
      orders,
      desk,
      quotes,
      slippageUnit,
      swapLifetimeMs,
      shape: resolved.routerShape,
    };
    const router = await serveHttp(routerApp(context, faults), portBase);
    servers.push(router);
    const control = await serveHttp(
      controlApp({ chains, orders, switches, faults, router: context, endpoints: () => endpoints }),
      portBase === undefined ? undefined : portBase + 1,
    );
    servers.push(control);

    closing.signal.throwIfAborted();
    onStep?.('the routing service runs');

    const endpoints: SandboxEndpoints = {
      router: { url: router.url },
      control: { url: control.url },
      finalityDepth,
      blockIntervalMs,
      guardPolicy: describePolicy(chains),
      chains: describeChains(chains, (name) => `${control.url}/relays/${name}`),
    };
    return { endpoints, close };
  } catch (error) {
    await close();
    throw error;
  }
}
