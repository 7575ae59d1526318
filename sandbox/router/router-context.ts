import type { DepositDesk } from '../providers/deposit-desk.ts';
import type { OrderBook } from '../providers/order-book.ts';
import type { Provider } from '../providers/provider.ts';
import type { SandboxChains } from '../sandbox-chain.ts';
import type { SlippageUnit } from '../sandbox-options.ts';
import type { QuoteBook } from './quote-book.ts';
import type { RouterShape } from './router-shape.ts';

/** The dependencies of the router's endpoints. */
export interface RouterContext {
  readonly chains: SandboxChains;
  readonly providers: readonly Provider[];
  readonly orders: OrderBook;
  readonly desk: DepositDesk;
  readonly quotes: QuoteBook;
  readonly slippageUnit: SlippageUnit;
  readonly swapLifetimeMs: number;
  /** The control server can change the shape. */
  shape: RouterShape;
}
