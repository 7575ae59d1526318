import type { ChainHead } from '../../../core/swap/swap.ts';
import { type BlockHeader, blockHeader, masterchainInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/*
 * Logical times identify blocks here instead of block numbers. Transactions have them, all shards
 * and the masterchain share them, and histories are requested by them. What the masterchain
 * includes is final.
 */

/** @throws `RPC_BEHIND` if the newest block is old, or other endpoints have a much newer one */
export async function readHead(endpoint: Endpoint): Promise<ChainHead> {
  const { endLt } = await readNewest(endpoint);
  return { latest: endLt, final: endLt };
}

/** The masterchain's newest block with its number (seqno). @throws `RPC_BEHIND` */
export async function readNewest(endpoint: Endpoint): Promise<BlockHeader & { seqno: bigint }> {
  const { block: seqno } = await endpoint.read('getMasterchainInfo', {}, masterchainInfo);
  const header = await readBlock(endpoint, seqno);
  endpoint.saw({ number: header.endLt, time: header.time * 1_000 });
  return { ...header, seqno };
}

/** A block of the masterchain. */
export function readBlock(endpoint: Endpoint, seqno: bigint): Promise<BlockHeader> {
  return endpoint.read('getBlockHeader', masterchainBlock(seqno), blockHeader);
}

export function masterchainBlock(seqno: bigint) {
  return { workchain: -1, shard: '-9223372036854775808', seqno: Number(seqno) };
}
