import { z } from 'zod';
import type { ChainHead } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { block, quantity, type SlotBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { missingBlockOf } from './map-error.ts';

/*
 * Slots and heights differ: a slot may have no block, and heights count blocks. Slots identify
 * blocks here, because nodes report them for transactions. Expiries are heights, and a height is
 * trusted only if it comes from the block itself.
 */

/**
 * The newest confirmed and the newest finalized slot, by the chain's own commitment levels.
 * @throws `RPC_BEHIND` if the newest block is old, or other endpoints have a much newer one
 */
export async function readHead(endpoint: Endpoint): Promise<ChainHead> {
  const head = await readSlots(endpoint);
  await noteNewest(endpoint, head);
  return head;
}

/** The head, without a check of its age. */
export async function readSlots(endpoint: Endpoint): Promise<ChainHead> {
  const [latest, final] = await Promise.all([
    endpoint.read('getSlot', [{ commitment: 'confirmed' }], quantity),
    endpoint.read('getSlot', [{ commitment: 'finalized' }], quantity),
  ]);
  return { latest, final };
}

/** Records the age of the newest block. @throws `RPC_BEHIND` */
export async function noteNewest(endpoint: Endpoint, { latest }: ChainHead): Promise<void> {
  const time = await findTime(endpoint, latest);
  if (time === undefined) {
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} lacks the time of its newest block`,
    );
  }
  endpoint.saw({ number: latest, time });
}

/** The time of a slot's block, in milliseconds since the epoch, if the endpoint knows it. */
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

/** The block of a slot. `skipped`: the chain has none in that slot. */
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
    // A height never exceeds its slot. The endpoint has confused the two numbers.
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

/** The endpoint's `getBlockHeight` for `finalized`. Some endpoints answer with a slot instead. */
export function readReportedHeight(endpoint: Endpoint): Promise<bigint> {
  return endpoint.read('getBlockHeight', [{ commitment: 'finalized' }], quantity);
}

/** The lower one of the final block's height and the reported height. */
export function finalHeight({ height }: SlotBlock, reported: bigint): bigint {
  return reported < height ? reported : height;
}
