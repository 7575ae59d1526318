import { Address, Cell } from '@ton/core';
import { z } from 'zod';
import type { Block } from '../block.ts';
import type { Blockchain } from '../blockchain.ts';
import { ApiError, invalidParams } from './api-error.ts';

/** What the methods work on. */
export interface ApiContext {
  readonly blockchain: Blockchain;
  /** The newest block that the node shows: that of the chain, unless it lags behind. */
  head(): Block;
  /** The newest block that the node shows of those that stay: what the masterchain has taken in. */
  finalHead(): Block;
}

export type ApiMethod = (params: unknown, context: ApiContext) => unknown;

const INCORRECT_ADDRESS = 'Incorrect address';

/**
 * Raw or user-friendly, of any chain: what is bounceable or for testing only is the writer's
 * matter.
 */
export const addressParam = z.string().transform((text, issues): Address => {
  try {
    return Address.parse(text);
  } catch {
    issues.addIssue({ code: 'custom', message: INCORRECT_ADDRESS });
    return z.NEVER;
  }
});

/** Numbers come as such or as text. */
export const integerParam = z
  .union([z.number().int(), z.string().regex(/^-?\d+$/)])
  .transform((value) => BigInt(value));

/** In hex or base64, as toncenter takes both. @returns base64 */
export const hashParam = z.string().transform((text, issues): string => {
  const bytes = Buffer.from(text, /^[0-9a-fA-F]{64}$/.test(text) ? 'hex' : 'base64');
  if (bytes.length === 32) return bytes.toString('base64');
  issues.addIssue({ code: 'custom', message: 'Invalid hash' });
  return z.NEVER;
});

/** A bag of cells with one root, in base64. */
export const cellParam = z.string().transform((text, issues): Cell => {
  try {
    return Cell.fromBase64(text);
  } catch {
    issues.addIssue({ code: 'custom', message: 'Invalid bag of cells' });
    return z.NEVER;
  }
});

/** @throws {ApiError} 416 for an address, 422 */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  if (parsed.error.issues.some(({ message }) => message === INCORRECT_ADDRESS)) {
    throw new ApiError(416, INCORRECT_ADDRESS);
  }
  throw invalidParams(`Validation error: ${z.prettifyError(parsed.error)}`);
}
