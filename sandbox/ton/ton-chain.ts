import type { Address } from '@ton/core';
import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import type { Heads } from '../chains/heads.ts';
import type { AccountSender } from './account-sender.ts';
import type { Blockchain } from './blockchain.ts';
import type { Payer } from './payer.ts';
import type { BlockProduction } from './produce-blocks.ts';

/** The running chain with everything on it. */
export interface TonChain {
  /** Of the node, without a path. */
  readonly url: string;
  /** What a client of toncenter's interface is given: its JSON-RPC endpoint. */
  readonly endpoint: string;
  /**
   * The root hash of the first masterchain block in base64, which tells the chain from all others:
   * `init` of its nodes.
   */
  readonly genesis: string;
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly blocks: BlockProduction;
  /** Where each cross-chain provider takes deposits, by its id. */
  readonly gateways: ReadonlyMap<BridgeId, Address>;
  /** May make the jettons; funds accounts. */
  readonly treasury: AccountSender;
  /** Pay what was ordered to this chain; they hold the providers' liquidity. */
  readonly payers: Readonly<Record<PayerId, Payer>>;
  /**
   * Lets the node show the chain as it was so many blocks ago, and take messages by that state. 0:
   * it does not.
   */
  setBlocksBehind(blocks: number): void;
}
