import type { BridgeId } from '../chains/bridge-ids.ts';
import type { OrderMemos } from './order-memos.ts';
import type { RunningBitcoinChain } from './start-bitcoin-chain.ts';

/** The running chain with its providers. */
export interface BitcoinChain extends RunningBitcoinChain {
  /** The output script that each cross-chain provider takes deposits at, by provider id. */
  readonly gateways: ReadonlyMap<BridgeId, Uint8Array>;
  readonly memos: OrderMemos;
}
