import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import type { Block, Commitment } from '../block.ts';
import type { Blockchain, Inclusion } from '../blockchain.ts';
import { contextSlotNotReached, invalidParams } from './rpc-error.ts';

/** The dependencies of the methods. */
export interface RpcContext {
  readonly blockchain: Blockchain;
  /** How many slots behind the node claims to be; undefined: none. */
  slotsBehind(): number | undefined;
}

export type RpcMethod = (params: unknown, context: RpcContext) => unknown;

export const addressParam = z.string().transform((text, issues): PublicKey => {
  try {
    return new PublicKey(text);
  } catch {
    issues.addIssue({ code: 'custom', message: 'Invalid param: WrongSize' });
    return z.NEVER;
  }
});

export const commitmentParam = z.enum(['processed', 'confirmed', 'finalized']);

/** The members of most configurations. Others are ignored. */
export const contextConfig = z.object({
  commitment: commitmentParam.optional(),
  minContextSlot: z.number().int().optional(),
});

/** @throws {RpcError} -32602 */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(params ?? []);
  if (parsed.success) return parsed.data;
  throw invalidParams(`Invalid params: ${z.prettifyError(parsed.error)}`);
}

/**
 * The block that a request is answered from. Default: the newest final one.
 * @throws {RpcError} -32016
 */
export function headFor(
  { blockchain }: RpcContext,
  config: z.output<typeof contextConfig> | undefined,
): Block {
  const block = blockchain.head(config?.commitment ?? 'finalized');
  if (block.slot < (config?.minContextSlot ?? 0)) throw contextSlotNotReached(block.slot);
  return block;
}

/**
 * @throws {RpcError} -32602 for a commitment below `confirmed`, because history has only confirmed
 *   blocks
 */
export function historyHead(
  { blockchain }: RpcContext,
  commitment: Commitment = 'finalized',
): Block {
  if (commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`');
  return blockchain.head(commitment);
}

/** The commitment that a block of the chain has reached. */
export function commitmentOf(blockchain: Blockchain, { height }: Block): Commitment {
  if (height <= blockchain.head('finalized').height) return 'finalized';
  return height <= blockchain.head('confirmed').height ? 'confirmed' : 'processed';
}

/**
 * Blocks whose transaction statuses a node has without a history search: agave's
 * MAX_RECENT_BLOCKHASHES.
 */
const REMEMBERED_BLOCKS = 300;

export function isRemembered(blockchain: Blockchain, { block }: Inclusion): boolean {
  return blockchain.head('processed').height - block.height <= REMEMBERED_BLOCKS;
}

export const API_VERSION = '2.1.21';

export function inContext<Value>({ slot }: Block, value: Value) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
