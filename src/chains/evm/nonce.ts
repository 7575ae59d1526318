import { type Address, numberToHex } from 'viem';
import { quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** The account's next nonce after a block: how many of its transactions are in the chain up to there. */
export function readNonce(endpoint: Endpoint, account: Address, block: bigint | 'latest'): Promise<bigint> {
  const tag = block === 'latest' ? block : numberToHex(block);
  return endpoint.read('eth_getTransactionCount', [account, tag], quantity);
}
