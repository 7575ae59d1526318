import { type Address, numberToHex } from 'viem';
import { quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The account's next nonce after a block: how many of its transactions are in the chain up to
 * there; `pending`: with those that wait in the endpoint's pool.
 */
export function readNonce(
  endpoint: Endpoint,
  account: Address,
  block: bigint | 'latest' | 'pending',
): Promise<bigint> {
  const tag = typeof block === 'string' ? block : numberToHex(block);
  return endpoint.read('eth_getTransactionCount', [account, tag], quantity);
}
