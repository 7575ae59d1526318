import type { Address } from 'viem';
import type { SandboxChainName } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AccountSender } from './account-sender.ts';
import type { ChainDefinition } from './chain-catalogue.ts';
import type { ChainClient } from './chain-client.ts';
import type { ChainFace } from './chain-face.ts';
import type { Heads } from './heads.ts';
import type { BlockProduction } from './produce-blocks.ts';
import type { Token } from './token.ts';

/** The providers that take deposits through a gateway of their own; `providers/bridges.ts` says how each behaves. */
export const BRIDGE_IDS = [
  'across',
  'relay',
  'stargate_v2',
  'symbiosis',
  'celer_bridge',
  'arbitrum',
  'multichain',
  'xy',
  'orbiter_bridge',
  'wanchain_bridge',
  'router',
  'retro_bridge',
  'xflows',
  'tele_swap',
  'meson',
] as const;

export type BridgeId = (typeof BRIDGE_IDS)[number];

interface BridgeGatewayPlace {
  readonly address: Address;
  /** Whom users approve. */
  readonly spender: Address;
}

export interface LiquidityPool {
  readonly address: Address;
  readonly token0: Token;
  readonly token1: Token;
}

/** What has been deployed on one chain. */
export interface Deployment {
  /** The native coin first. */
  readonly tokens: readonly Token[];
  readonly native: Token;
  readonly wrappedNative: Token;
  readonly pools: readonly LiquidityPool[];
  readonly swapRouter: Address;
  readonly tokenGateway: Address;
  readonly bridgeGateways: Readonly<Record<BridgeId, BridgeGatewayPlace>>;
  /** Where `arbitrum` keeps what arrives on this chain until it is claimed. */
  readonly claimVault: Address;
}

/** One running chain with everything on it. TRON is one as well: an EVM chain with another face. */
export interface EvmChain {
  readonly genesis?: string;
  readonly definition: ChainDefinition;
  /** Of the node that users talk to. */
  readonly url: string;
  readonly face: ChainFace;
  /** Talks to the engine. */
  readonly client: ChainClient;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** The first block after the deployment. */
  readonly firstBlock: bigint;
  readonly deployment: Deployment;
  /** Owns and mints the tokens; funds accounts. */
  readonly treasury: AccountSender;
  /** Pay what was ordered to this chain; they hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, AccountSender>>;
}

/** The two usual bridges have an account each, all others share one. */
export type PayerId = 'across' | 'relay' | 'others';

/** Those that run. */
export type EvmChains = ReadonlyMap<SandboxChainName, EvmChain>;

/** The chain of a token or of an order, which is always one that runs. */
export function chainNamed(chains: EvmChains, name: SandboxChainName): EvmChain {
  const chain = chains.get(name);
  if (chain === undefined) throw new SandboxError('bad-request', `${name} does not run in this sandbox.`);
  return chain;
}

/** @param address as users of the chain write it. @returns undefined if the chain has no such token */
export function findToken({ face, deployment }: EvmChain, address: string): Token | undefined {
  const parsed = face.parseAddress(address);
  return deployment.tokens.find((token) => token.address === parsed);
}
