import type { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import type { Heads } from '../chains/heads.ts';
import type { AccountSender } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import type { Payer } from './payer.ts';
import type { BlockProduction } from './produce-blocks.ts';

/** A running chain with its node and accounts. */
export interface SolanaChain {
  readonly rpcUrl: string;
  /** URL for subscriptions. */
  readonly wsUrl: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  readonly pools: readonly LiquidityPool[];
  /** Lets pool swaps use one-byte indexes instead of 32-byte addresses. It is immutable. */
  readonly lookupTable: AddressLookupTableAccount;
  /** The deposit account of each cross-chain provider, by provider id. */
  readonly gateways: ReadonlyMap<BridgeId, PublicKey>;
  /** Mints the tokens and funds accounts. */
  readonly treasury: AccountSender;
  /** Pay out orders to this chain. They hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /** Makes the node claim to be some slots behind, and refuse preflights. Undefined: up to date. */
  setSlotsBehind(slots: number | undefined): void;
}
