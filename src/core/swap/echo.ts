import type { ChainName } from './chains.ts';

/** The request as the routing service echoes it. The amount is in human units, as on the wire. */
export interface Echo {
  srcTokenAddress: string;
  srcTokenBlockchain: ChainName;
  srcTokenAmount: string;
  dstTokenAddress: string;
  dstTokenBlockchain: ChainName;
  fromAddress: string;
  receiver: string;
  /** Where refunds go. Absent: the service does not echo it. */
  refundAddress?: string;
}
