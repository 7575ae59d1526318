import type { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import type { Heads } from '../chains/heads.ts';
import type { AccountSender } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import type { Payer } from './payer.ts';
import type { BlockProduction } from './produce-blocks.ts';

/** The running chain with everything on it. */
export interface SolanaChain {
  readonly rpcUrl: string;
  /** Subscriptions. */
  readonly wsUrl: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  readonly pools: readonly LiquidityPool[];
  /** What swaps through pools can name in one byte instead of 32; nobody can change it. */
  readonly lookupTable: AddressLookupTableAccount;
  /** Where each cross-chain provider takes deposits, by its id. */
  readonly gateways: ReadonlyMap<BridgeId, PublicKey>;
  /** May make the tokens; funds accounts. */
  readonly treasury: AccountSender;
  /** Pay what was ordered to this chain; they hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /**
   * Lets the node say that it is so many slots behind, and refuse preflights. Undefined: it is not.
   */
  setSlotsBehind(slots: number | undefined): void;
}
