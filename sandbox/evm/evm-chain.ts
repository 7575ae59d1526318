import type { Address } from 'viem';
import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import type { Token } from '../chains/token.ts';
import type { CommonChain } from '../common-chain.ts';
import type { AccountSender } from './account-sender.ts';
import type { ChainClient } from './chain-client.ts';
import type { ChainFace } from './chain-face.ts';
import type { BlockProduction } from './produce-blocks.ts';
import type { Relay } from './relay.ts';
import type { WatchedHeads } from './watch-heads.ts';

interface BridgeGatewayPlace {
  readonly address: Address;
  /** The contract that users approve. */
  readonly spender: Address;
}

export interface LiquidityPool {
  readonly address: Address;
  readonly token0: Token;
  readonly token1: Token;
}

/** The deployed contracts of one chain. */
export interface Deployment {
  /** The native coin first. */
  readonly tokens: readonly Token[];
  readonly native: Token;
  readonly wrappedNative: Token;
  readonly pools: readonly LiquidityPool[];
  readonly swapRouter: Address;
  readonly tokenGateway: Address;
  readonly bridgeGateways: Readonly<Record<BridgeId, BridgeGatewayPlace>>;
  /** Holds arrivals over `arbitrum` on this chain until they are claimed. */
  readonly claimVault: Address;
}

/** A running chain with the sandbox's contracts. TRON is an EVM chain with another face. */
export interface EvmChain extends CommonChain {
  readonly family: 'evm' | 'tron';
  readonly heads: WatchedHeads;
  /** The id of block 0, in the chain's notation. */
  readonly genesis: string;
  readonly face: ChainFace;
  readonly blocks: CommonChain['blocks'] & Pick<BlockProduction, 'setCode'>;
  /** Connects to the engine. */
  readonly client: ChainClient;
  readonly deployment: Deployment;
  /** Absent on TRON. */
  readonly relay?: Relay;
  /** Owns and mints the tokens; funds accounts. */
  readonly treasury: AccountSender;
  /** Pay out orders to this chain. They hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, AccountSender>>;
}
