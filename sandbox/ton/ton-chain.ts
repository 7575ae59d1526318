import type { Address } from '@ton/core';
import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import type { Heads } from '../chains/heads.ts';
import type { AccountSender } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';
import type { Payer } from './payer.ts';
import type { BlockProduction } from './produce-blocks.ts';

/** A running chain with its node and accounts. */
export interface TonChain {
  /** URL of the node, without a path. */
  readonly url: string;
  /** The JSON-RPC endpoint for toncenter clients. */
  readonly endpoint: string;
  /**
   * Root hash of the first masterchain block in base64 (`init` of its nodes). It identifies the
   * chain.
   */
  readonly genesis: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** The deposit account of each cross-chain provider, by provider id. */
  readonly gateways: ReadonlyMap<BridgeId, Address>;
  /** Mints the jettons and funds accounts. */
  readonly treasury: AccountSender;
  /** Pay out orders to this chain. They hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /** Makes the node use the state of some blocks ago, also to check messages. 0: up to date. */
  setBlocksBehind(blocks: number): void;
}
