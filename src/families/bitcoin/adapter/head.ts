import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Block, Endpoint, Tip } from './endpoint.ts';

/**
 * `final` is `proofDepth` blocks below the newest one: proof of work makes a block only more
 * expensive to replace, never final.
 * @throws `RPC_BEHIND` if the newest block is old, or other endpoints have a much newer one
 */
export async function readHead(
  endpoint: Endpoint,
  chain: Pick<BitcoinChain, 'proofDepth'>,
): Promise<ChainHead> {
  return headAt(await readTip(endpoint), chain);
}

export function headAt(
  { number: latest }: Pick<Block, 'number'>,
  { proofDepth }: Pick<BitcoinChain, 'proofDepth'>,
): ChainHead {
  const depth = BigInt(proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n };
}

/** The newest block. @throws `RPC_BEHIND` */
export async function readTip(endpoint: Endpoint): Promise<Tip> {
  const newest = await endpoint.tip();
  endpoint.saw({ number: newest.number, time: newest.time * 1_000 });
  return newest;
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<BlockReference> {
  const hash = await endpoint.hashAt(number);
  if (hash !== undefined) return { number, hash };
  throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} does not have block ${number} yet`);
}
