import { numberToHex } from 'viem';
import type { EvmChain } from '../../core/chains.ts';
import type { ChainHead } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { TimedHead } from '../payments/answer-places.ts';
import { type Block, block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * `final` is counted down from `latest` by the chain's depth: the `finalized` tag means something else on every network.
 * @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one
 */
export async function readHead(endpoint: Endpoint, chain: Pick<EvmChain, 'proofDepth'>): Promise<ChainHead> {
  const { latest, final } = await readTimedHead(endpoint, chain);
  return { latest, final };
}

/** @throws `RPC_BEHIND` */
export async function readTimedHead(
  endpoint: Endpoint,
  { proofDepth }: Pick<EvmChain, 'proofDepth'>,
): Promise<TimedHead> {
  const { number: latest, timestamp } = await readLatest(endpoint);
  const depth = BigInt(proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n, time: Number(timestamp) * 1_000 };
}

/** The newest block. @throws `RPC_BEHIND` */
export async function readLatest(endpoint: Endpoint): Promise<Block> {
  const latest = await endpoint.read('eth_getBlockByNumber', ['latest', false], block);
  endpoint.saw({ number: latest.number, time: Number(latest.timestamp) * 1_000 });
  return latest;
}

/** The canonical block of a number, as far as the endpoint has it. */
export function findBlock(endpoint: Endpoint, number: bigint): Promise<Block | null> {
  return endpoint.read('eth_getBlockByNumber', [numberToHex(number), false], block.nullable());
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<Block> {
  const found = await findBlock(endpoint, number);
  if (!found) throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} does not have block ${number} yet`);
  return found;
}
