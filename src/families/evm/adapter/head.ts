import { numberToHex } from 'viem';
import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TimedHead } from '../../shared/payments/answer-targets.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Block, block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * @param maxAge age in milliseconds up to which an earlier answer is reused. Default: no reuse
 * @throws `RPC_BEHIND` if the newest block is old, or other endpoints have a much newer one
 */
export async function readHead(
  endpoint: Endpoint,
  chain: Pick<EvmChain, 'proofDepth'>,
  maxAge?: number,
): Promise<ChainHead> {
  return headAt(chain, (await readLatest(endpoint, maxAge)).number);
}

/**
 * Derives `final` from the chain's depth: the `finalized` tag means something different on every
 * network.
 */
export function headAt({ proofDepth }: Pick<EvmChain, 'proofDepth'>, latest: bigint): ChainHead {
  const depth = BigInt(proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n };
}

/** @throws `RPC_BEHIND` */
export async function readTimedHead(
  endpoint: Endpoint,
  chain: Pick<EvmChain, 'proofDepth'>,
): Promise<TimedHead> {
  const { number, timestamp } = await readLatest(endpoint);
  return { ...headAt(chain, number), time: Number(timestamp) * 1_000 };
}

/** The newest block. @throws `RPC_BEHIND` */
export function readLatest(endpoint: Endpoint, maxAge?: number): Promise<Block> {
  return endpoint.newest(maxAge);
}

/** The canonical block of a number. `null` if the endpoint does not have it. */
export function findBlock(endpoint: Endpoint, number: bigint): Promise<Block | null> {
  return endpoint.read('eth_getBlockByNumber', [numberToHex(number), false], block.nullable());
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<Block> {
  const found = await findBlock(endpoint, number);
  if (!found)
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} does not have block ${number} yet`,
    );
  return found;
}
