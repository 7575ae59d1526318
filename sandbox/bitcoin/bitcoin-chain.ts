import type { BridgeId } from '../chains/bridge-ids.ts';
import type { OrderMemos } from './order-memos.ts';
import type { RunningBitcoinChain } from './start-bitcoin-chain.ts';

/** The running chain with the providers that work on it. */
export interface BitcoinChain extends RunningBitcoinChain {
  /** The output script under which each cross-chain provider takes deposits, by its id. */
  readonly gateways: ReadonlyMap<BridgeId, Uint8Array>;
  readonly memos: OrderMemos;
}
