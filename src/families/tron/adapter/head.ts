import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type Block, block, maybeBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The newest block, and the newest irreversible (solidified) one, on which two thirds of the
 * representatives have built.
 */
export interface HeadBlocks {
  latest: Block;
  solidified: Block;
}

/**
 * The newest block, by its header: whole blocks are large.
 * @throws `RPC_BEHIND` if it is old, or other endpoints have a much newer one
 */
export async function readLatest(endpoint: Endpoint): Promise<Block> {
  const latest = await endpoint.read('wallet/getblock', { detail: false }, block);
  endpoint.saw(latest);
  return latest;
}

/** @throws `RPC_BEHIND` */
export async function readHeadBlocks(endpoint: Endpoint): Promise<HeadBlocks> {
  const [latest, solidified] = await Promise.all([
    readLatest(endpoint),
    endpoint.read('walletsolidity/getblock', { detail: false }, block),
  ]);
  return { latest, solidified };
}

export function headOf({ latest, solidified }: HeadBlocks): ChainHead {
  // The answers may belong to different moments.
  const isAhead = solidified.number > latest.number;
  return { latest: latest.number, final: isAhead ? latest.number : solidified.number };
}

export async function readHead(endpoint: Endpoint): Promise<ChainHead> {
  return headOf(await readHeadBlocks(endpoint));
}

/** The block at a height without its transactions. `undefined` if the endpoint does not have it. */
export function findBlock(endpoint: Endpoint, number: bigint): Promise<Block | undefined> {
  return endpoint.read('wallet/getblock', { id_or_num: `${number}`, detail: false }, maybeBlock);
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<Block> {
  const found = await findBlock(endpoint, number);
  if (!found)
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} does not have block ${number} yet`,
    );
  if (found.number !== number)
    throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} answers with another block`);
  return found;
}
