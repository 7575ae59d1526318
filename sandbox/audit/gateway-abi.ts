import { parseAbi } from 'viem';

/** The method of gateways that the audit calls. */
export const gatewayAbi = parseAbi(['function fixedFee() view returns (uint256)']);
