import type { ChainName } from './chains.ts';

/**
 * The request as the routing service says it understood it. Amount in human units, as it is on the
 * wire.
 */
export interface Echo {
  srcTokenAddress: string;
  srcTokenBlockchain: ChainName;
  srcTokenAmount: string;
  dstTokenAddress: string;
  dstTokenBlockchain: ChainName;
  fromAddress: string;
  receiver: string;
  /** Where money that comes back goes to. Absent: it does not say. */
  refundAddress?: string;
}
