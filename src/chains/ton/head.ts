import type { ChainHead } from '../../core/swap.ts';
import { type BlockHeader, blockHeader, masterchainInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/*
 * Blocks are named by logical times here and not by their numbers: transactions have them, the blocks of all shards and of the masterchain
 * share them, and histories are asked for by them. What the masterchain has taken in is never taken back.
 */

/** @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one */
export async function readHead(endpoint: Endpoint): Promise<ChainHead> {
  const { endLt } = await readNewest(endpoint);
  return { latest: endLt, final: endLt };
}

/** The masterchain's newest block. @throws `RPC_BEHIND` */
export async function readNewest(endpoint: Endpoint): Promise<BlockHeader> {
  const { block: seqno } = await endpoint.read('getMasterchainInfo', {}, masterchainInfo);
  const place = { workchain: -1, shard: '-9223372036854775808', seqno: Number(seqno) };
  const header = await endpoint.read('getBlockHeader', place, blockHeader);
  endpoint.saw({ number: header.endLt, time: header.time * 1_000 });
  return header;
}
