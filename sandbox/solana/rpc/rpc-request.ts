import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import type { Block, Commitment } from '../block.ts';
import type { Blockchain, Inclusion } from '../blockchain.ts';
import { contextSlotNotReached, invalidParams } from './rpc-error.ts';

/** What the methods work on. */
export interface RpcContext {
  readonly blockchain: Blockchain;
  /** How many slots the node says that it is behind; undefined: none. */
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

/** The members that most configurations have; others are ignored. */
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
 * The newest block that a request wants to be answered from; final if it does not say.
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

/** @throws {RpcError} -32602: what is not confirmed yet is not in the history */
export function historyHead(
  { blockchain }: RpcContext,
  commitment: Commitment = 'finalized',
): Block {
  if (commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`');
  return blockchain.head(commitment);
}

/** How sure it is that a block of the chain stays. */
export function commitmentOf(blockchain: Blockchain, { height }: Block): Commitment {
  if (height <= blockchain.head('finalized').height) return 'finalized';
  return height <= blockchain.head('confirmed').height ? 'confirmed' : 'processed';
}

/**
 * Blocks whose transactions a node remembers without looking into its history: agave's
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
