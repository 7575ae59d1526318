import type { BitcoinChain } from '../../core/chains.ts';
import type { BlockReference, ChainHead } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type Block, block, shownHash } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * `final` is counted down from the newest block by the chain's depth: proof of work never makes a block final, only dearer to replace.
 * @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one
 */
export async function readHead(
  endpoint: Endpoint,
  { proofDepth }: Pick<BitcoinChain, 'proofDepth'>,
): Promise<ChainHead> {
  const { height: latest } = await readTip(endpoint);
  const depth = BigInt(proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n };
}

/** The newest block. @throws `RPC_BEHIND` */
export async function readTip(endpoint: Endpoint): Promise<Block> {
  const hash = await endpoint.findText('blocks/tip/hash', shownHash);
  const newest = await endpoint.read(`block/${hash}`, block);
  endpoint.saw({ number: newest.height, time: newest.timestamp * 1_000 });
  return newest;
}

/** The hash of the block that the best chain has at a height; nothing where it is shorter. */
export function findHash(endpoint: Endpoint, number: bigint): Promise<string | undefined> {
  return endpoint.findText(`block-height/${number}`, shownHash);
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<BlockReference> {
  const hash = await findHash(endpoint, number);
  if (hash !== undefined) return { number, hash };
  throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} does not have block ${number} yet`);
}
