import { numberToHex } from 'viem';
import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TimedHead } from '../../shared/payments/answer-targets.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Block, block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * @param maxAge milliseconds for which an answer of before is as good as a new one. Default: none
 *   is
 * @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one
 */
export async function readHead(
  endpoint: Endpoint,
  chain: Pick<EvmChain, 'proofDepth'>,
  maxAge?: number,
): Promise<ChainHead> {
  return headAt(chain, (await readLatest(endpoint, maxAge)).number);
}

/**
 * `final` is counted down from `latest` by the chain's depth: the `finalized` tag means something
 * else on every network.
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

/** The canonical block of a number, as far as the endpoint has it. */
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
