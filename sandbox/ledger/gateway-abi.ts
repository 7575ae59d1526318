import { parseAbi } from 'viem';

/** What the ledger asks a gateway. */
export const gatewayAbi = parseAbi(['function fixedFee() view returns (uint256)']);
