import { type Address, numberToHex } from 'viem';
import { quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The account's next nonce after a block: the number of its transactions up to there. `pending`
 * includes those in the endpoint's pool.
 */
export function readNonce(
  endpoint: Endpoint,
  account: Address,
  block: bigint | 'latest' | 'pending',
): Promise<bigint> {
  const tag = typeof block === 'string' ? block : numberToHex(block);
  return endpoint.read('eth_getTransactionCount', [account, tag], quantity);
}
