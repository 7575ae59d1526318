import { z } from 'zod';
import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { block, quantity, type SlotBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { missingBlockOf } from './map-error.ts';

/*
 * Slots and heights are two numbers: a slot without a block has no height, and heights count
 * blocks. Blocks are named by slots here, as transactions are told with them; what expires is told
 * by heights, and a height is only believed from a block of that slot.
 */

/**
 * The newest confirmed slot and the newest finalized one, which the chain itself tells.
 * @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one
 */
export async function readHead(endpoint: Endpoint): Promise<ChainHead> {
  const head = await readSlots(endpoint);
  await noteNewest(endpoint, head);
  return head;
}

/** The head, without asking how old it is. */
export async function readSlots(endpoint: Endpoint): Promise<ChainHead> {
  const [latest, final] = await Promise.all([
    endpoint.read('getSlot', [{ commitment: 'confirmed' }], quantity),
    endpoint.read('getSlot', [{ commitment: 'finalized' }], quantity),
  ]);
  return { latest, final };
}

/** @throws `RPC_BEHIND` */
export async function noteNewest(endpoint: Endpoint, { latest }: ChainHead): Promise<void> {
  const time = await findTime(endpoint, latest);
  if (time === undefined) {
    throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} has no time for its newest block`);
  }
  endpoint.saw({ number: latest, time });
}

/** When the block of a slot was made, in milliseconds since the epoch, where the endpoint knows. */
export async function findTime(endpoint: Endpoint, slot: bigint): Promise<number | undefined> {
  const seconds = await endpoint.read('getBlockTime', [Number(slot)], z.int().nullable());
  return seconds === null ? undefined : seconds * 1_000;
}

/** The newest finalized block, with its height. */
export async function readFinalBlock(endpoint: Endpoint): Promise<SlotBlock> {
  const { final } = await readHead(endpoint);
  const found = await findBlock(endpoint, final);
  if (found.kind === 'found') return found.block;
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${endpoint.host} does not have its own final block ${final}`,
  );
}

export type FoundBlock =
  | { kind: 'found'; block: SlotBlock }
  | { kind: 'skipped' | 'not_available' };

/** The block of a slot; `skipped`: the chain has none there. */
export async function findBlock(endpoint: Endpoint, slot: bigint): Promise<FoundBlock> {
  const options = {
    commitment: 'confirmed',
    encoding: 'json',
    transactionDetails: 'none',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  };
  try {
    const found = await endpoint.read('getBlock', [Number(slot), options], block.nullable());
    if (found === null) return { kind: 'not_available' };
    const { blockhash: hash, blockHeight: height } = found;
    // No block has been built on fewer slots than blocks: whoever says so takes the one number for
    // the other.
    if (height > slot)
      throw new FerrymanError(
        'RPC_MALFORMED',
        `${endpoint.host} has block ${height} in slot ${slot}`,
      );
    return { kind: 'found', block: { number: slot, hash, height } };
  } catch (error) {
    const kind = missingBlockOf(error);
    if (kind !== undefined) return { kind };
    throw error;
  }
}

/**
 * The finalized block height as the endpoint tells it when it is asked for that; some answer with a
 * slot.
 */
export function readReportedHeight(endpoint: Endpoint): Promise<bigint> {
  return endpoint.read('getBlockHeight', [{ commitment: 'finalized' }], quantity);
}

/** What a final block and the told height have in common: the lower one. */
export function finalHeight({ height }: SlotBlock, told: bigint): bigint {
  return told < height ? told : height;
}
