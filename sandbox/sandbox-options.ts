import { MAX_PORT_BASE } from './chains/assign-ports.ts';
import { OTHER_CHAIN_NAMES } from './chains/chain-catalogue.ts';
import type { OtherChainName } from './endpoints.ts';
import { DEFAULT_STORED_BLOCKS } from './evm/start-anvil.ts';
import { ROUTER_SHAPES, type RouterShape } from './router/router-shape.ts';
import { SandboxError } from './sandbox-error.ts';

export interface SandboxOptions {
  /** The chains to start besides the three EVM ones. Default: all. */
  readonly otherChains?: readonly OtherChainName[];
  /**
   * First of consecutive ports: router, control server, one for each chain and two for Solana.
   * Default: free ports.
   */
  readonly portBase?: number;
  /** Time between two blocks in milliseconds, 50 to 10,000. Default: 200. */
  readonly blockIntervalMs?: number;
  /**
   * Blocks between `finalized` and `latest`. It has to be even, because the engine counts in half
   * epochs. Default: 4.
   */
  readonly finalityDepth?: number;
  /** Number of recent blocks whose state the contract chains store, for traces. Default: 256. */
  readonly storedBlocks?: number;
  /** Time for which a quote id can be turned into a swap, in milliseconds. Default: 30,000. */
  readonly quoteLifetimeMs?: number;
  /** Time until the deadline of swap data, in milliseconds. Default: 120,000. */
  readonly swapLifetimeMs?: number;
  /** Time for which a deposit order can be paid, in milliseconds. Default: `swapLifetimeMs`. */
  readonly orderLifetimeMs?: number;
  /** Time from an accepted deposit to its payout, in milliseconds. Default: 0. */
  readonly payoutDelayMs?: number;
  /** Confirmations that a deposit needs before a provider accepts it. Default: 2. */
  readonly routerConfirmations?: number;
  /**
   * Unit of `slippage` in requests and answers: one percent is 0.01 (fraction) or 1 (percent).
   * Default: fraction.
   */
  readonly slippageUnit?: SlippageUnit;
  /**
   * Form of the router's answers: as deployed services give them, or as the interface describes
   * them. Default: deployed.
   */
  readonly routerShape?: RouterShape;
  /**
   * Gives the EVM chains ids that Ferryman's registry does not know, so that they count as real
   * networks: to rehearse what these demand. Default: false.
   */
  readonly foreignIds?: boolean;
}

export type SlippageUnit = 'fraction' | 'percent';

export type ResolvedSandboxOptions = Required<Omit<SandboxOptions, 'portBase'>> & {
  readonly portBase?: number;
};

/** Fills in the defaults. @throws {SandboxError} `bad-option`, naming the option and its bounds */
export function resolveOptions(options: SandboxOptions): ResolvedSandboxOptions {
  const resolved = {
    ...(options.portBase === undefined ? {} : { portBase: options.portBase }),
    otherChains: OTHER_CHAIN_NAMES.filter((name) => options.otherChains?.includes(name) ?? true),
    blockIntervalMs: options.blockIntervalMs ?? 200,
    finalityDepth: options.finalityDepth ?? 4,
    storedBlocks: options.storedBlocks ?? DEFAULT_STORED_BLOCKS,
    quoteLifetimeMs: options.quoteLifetimeMs ?? 30_000,
    swapLifetimeMs: options.swapLifetimeMs ?? 120_000,
    orderLifetimeMs: options.orderLifetimeMs ?? options.swapLifetimeMs ?? 120_000,
    payoutDelayMs: options.payoutDelayMs ?? 0,
    routerConfirmations: options.routerConfirmations ?? 2,
    slippageUnit: options.slippageUnit ?? 'fraction',
    routerShape: options.routerShape ?? 'deployed',
    foreignIds: options.foreignIds ?? false,
  };
  if (resolved.portBase !== undefined)
    requireInteger('portBase', resolved.portBase, 1, MAX_PORT_BASE);
  if (!ROUTER_SHAPES.includes(resolved.routerShape)) {
    throw new SandboxError(
      'bad-option',
      `routerShape has to be one of ${ROUTER_SHAPES.join(', ')}.`,
    );
  }
  requireInteger('blockIntervalMs', resolved.blockIntervalMs, 50, 10_000);
  requireInteger('finalityDepth', resolved.finalityDepth, 2, 32);
  if (resolved.finalityDepth % 2 !== 0)
    throw new SandboxError('bad-option', 'finalityDepth has to be an even number.');
  requireInteger('storedBlocks', resolved.storedBlocks, 64, 10_000);
  requireInteger('quoteLifetimeMs', resolved.quoteLifetimeMs, 1, 86_400_000);
  requireInteger('swapLifetimeMs', resolved.swapLifetimeMs, 1, 86_400_000);
  requireInteger('orderLifetimeMs', resolved.orderLifetimeMs, 1, 86_400_000);
  requireInteger('payoutDelayMs', resolved.payoutDelayMs, 0, 86_400_000);
  requireInteger('routerConfirmations', resolved.routerConfirmations, 0, 1_000);
  return resolved;
}

function requireInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new SandboxError(
    'bad-option',
    `${name} has to be a whole number from ${least} to ${most}, not ${value}.`,
  );
}
