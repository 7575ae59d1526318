import { numberToHex } from 'viem';
import type { Chain } from '../../core/chains.ts';
import type { ChainHead } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type Block, block, quantity } from './answers.ts';
import type { Endpoint } from './endpoints.ts';

/** `final` is counted down from `latest` by the chain's depth: the `finalized` tag means something else on every network. */
export async function readHead(endpoint: Endpoint, chain: Pick<Chain, 'proofDepth'>): Promise<ChainHead> {
  const latest = await endpoint.read('eth_blockNumber', [], quantity);
  const depth = BigInt(chain.proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n };
}

/** The canonical block of a number, as far as the endpoint has it. */
export function findBlock(endpoint: Endpoint, number: bigint): Promise<Block | null> {
  return endpoint.read('eth_getBlockByNumber', [numberToHex(number), false], block.nullable());
}

export async function readBlock(endpoint: Endpoint, number: bigint | 'latest'): Promise<Block> {
  const tag = number === 'latest' ? number : numberToHex(number);
  const found = await endpoint.read('eth_getBlockByNumber', [tag, false], block.nullable());
  if (!found) throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} does not have block ${number} yet`);
  return found;
}
