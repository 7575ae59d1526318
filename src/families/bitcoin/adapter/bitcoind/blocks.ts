import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import type { Tip } from '../endpoint.ts';
import { chainInfo, hash, header, height } from './answers.ts';
import type { BitcoindNode } from './node.ts';
import { isNoBlock } from './refusal.ts';

/** The newest block. Throws `RPC_BEHIND` during the node's initial block download. */
export async function readNewest(node: BitcoindNode): Promise<Tip> {
  const info = await node.ask('getblockchaininfo', [], chainInfo);
  if (info.initialblockdownload) {
    const { host } = node;
    const message = `${host} is in its initial block download and has ${info.blocks} of ${info.headers} blocks`;
    throw new FerrymanError('RPC_BEHIND', message, { details: { host } });
  }
  const newest = await node.ask('getblockheader', [info.bestblockhash, true], header);
  return {
    hash: newest.hash,
    number: newest.height,
    time: newest.time,
    medianTime: newest.mediantime,
  };
}

export function readHeight(node: BitcoindNode): Promise<bigint> {
  return node.ask('getblockcount', [], height);
}

export function findHashAt(node: BitcoindNode, number: bigint): Promise<string | undefined> {
  return node.find('getblockhash', [Number(number)], hash, isNoBlock);
}
