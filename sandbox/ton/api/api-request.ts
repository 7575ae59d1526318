import { Address, Cell } from '@ton/core';
import { z } from 'zod';
import type { Block } from '../block.ts';
import type { Blockchain } from '../blockchain.ts';
import { ApiError, invalidParams } from './api-error.ts';

/** The dependencies of the methods. */
export interface ApiContext {
  readonly blockchain: Blockchain;
  /** The newest block of the node: the chain's newest one, unless the node lags. */
  head(): Block;
  /** The newest final block of the node: what the masterchain includes. */
  finalHead(): Block;
}

export type ApiMethod = (params: unknown, context: ApiContext) => unknown;

const INCORRECT_ADDRESS = 'Incorrect address';

/**
 * A raw or user-friendly address of any workchain. The flags for bounceable and test-only are
 * ignored.
 */
export const addressParam = z.string().transform((text, issues): Address => {
  try {
    return Address.parse(text);
  } catch {
    issues.addIssue({ code: 'custom', message: INCORRECT_ADDRESS });
    return z.NEVER;
  }
});

/** A number or its text. */
export const integerParam = z
  .union([z.number().int(), z.string().regex(/^-?\d+$/)])
  .transform((value) => BigInt(value));

/** Hex or base64, as in toncenter. @returns base64 */
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
