import type { QuoteRecord, SwapDataRecord } from './order-store.ts';

/** As the service answered in one call; `minOut` stands for the quote's as well. */
export interface BestSwapRecord
  extends Omit<QuoteRecord, 'quoteId' | 'spender'>,
    Pick<SwapDataRecord, 'orderId' | 'transaction' | 'echo' | 'signBy' | 'goodUntil'> {
  /** When it was asked, in milliseconds since the epoch. */
  requestedAt: number;
}
