import { quantity } from './answers.ts';
import { blockhashLifetime } from './blockhash-lifetime.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * An upper bound for the last valid height of a blockhash that is valid now: its block is not newer
 * than the newest confirmed one. If an endpoint reports too low heights, the lease ends too early,
 * but `prove` checks the blockhash itself before it declares an attempt dead.
 */
export async function readLastValidHeight(endpoint: Endpoint, reported = 0n): Promise<bigint> {
  const height = await endpoint.read('getBlockHeight', [{ commitment: 'confirmed' }], quantity);
  const bound = height + blockhashLifetime;
  if (reported > bound) return reported;
  return bound;
}

/** The block above the last valid height may still include the transaction. */
export function expiryAfter(lastValidHeight: bigint): bigint {
  return lastValidHeight + 1n;
}
