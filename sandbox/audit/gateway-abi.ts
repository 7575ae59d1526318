import { parseAbi } from 'viem';

/** What the audit asks a gateway. */
export const gatewayAbi = parseAbi(['function fixedFee() view returns (uint256)']);
